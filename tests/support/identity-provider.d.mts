/** Someone who can sign in at the provider. */
export interface ProviderPerson {
  /** The user name, which is also the subject. */
  id: string;
  name: string;
  password: string;
  roles: string[];
  /** The organisations that they belong to. */
  organisation: string[];
}

export interface IdentityProvider {
  issuer: string;
  close(): Promise<void>;
}

/** Starts an OpenID provider with pages of its own to sign in, to consent and to sign out; `pledge` is where Pledge is. */
export function startIdentityProvider(options: {
  port: number;
  pledge: string;
  clientSecret: string;
  people: readonly ProviderPerson[];
}): Promise<IdentityProvider>;
