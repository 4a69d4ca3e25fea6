import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

/** Keeps texts unreadable without the session secret. */
export interface Seal {
  /** The text encrypted and authenticated (AES-256-GCM), as base64url. */
  seal(text: string): string;
  /** The sealed text; null if it was altered, or sealed for another purpose or with a secret no longer known. */
  open(sealed: string): string | null;
  /** A digest that lets an equal text be recognised, but not guessed. */
  digest(text: string): string;
  /** Whether a digest is that of a text, under any of the secrets. */
  matches(text: string, digest: string): boolean;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Makes a seal for one purpose: what one purpose sealed, no other opens. The first secret seals and all of them open,
 * so that a secret can be replaced while sealed texts are in use.
 */
export function createSeal(secrets: readonly string[], purpose: string): Seal {
  const keys = secrets.map((secret) => createHash('sha256').update(`${purpose}\0${secret}`).digest());
  const [newest] = keys;
  if (!newest) throw new Error('There is no session secret');
  const purposeBytes = Buffer.from(purpose);
  return {
    seal(text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', newest, iv).setAAD(purposeBytes);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length <= IV_BYTES + TAG_BYTES) return null;
      for (const key of keys) {
        const text = opened(bytes, key, purposeBytes);
        if (text !== null) return text;
      }
      return null;
    },
    digest: (text) => hmac(newest, text),
    matches: (text, digest) => keys.some((key) => hmac(key, text) === digest),
  };
}

function hmac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

function opened(bytes: Buffer, key: Buffer, purpose: Buffer): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES)).setAAD(purpose);
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return text.toString('utf8');
  } catch {
    return null;
  }
}
