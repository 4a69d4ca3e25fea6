import { clip } from '#dashboard/lib/truncate.ts';
import { CopyButton } from './copy-id.tsx';

interface ErrorReferenceProps {
  code?: string | undefined;
  status?: number | undefined;
  requestId?: string | undefined;
  label?: string;
}

/** What support asks for, in one muted line that can be copied. */
export function ErrorReference(props: ErrorReferenceProps) {
  const { code, status, requestId, label = 'Copy error details' } = props;
  const request = requestId && `request ${clip(requestId, 80)}`;
  const parts = [code, status && `HTTP ${status}`, request].filter(Boolean);
  if (parts.length === 0) return null;
  const text = parts.join(' · ');
  return (
    <p className="mt-1 flex max-w-full items-center gap-1 text-label text-muted">
      <span className="min-w-0 font-mono wrap-anywhere">{text}</span>
      <CopyButton text={text} label={label} />
    </p>
  );
}
