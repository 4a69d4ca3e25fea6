import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { clip } from '#dashboard/lib/truncate.ts';
import { Unknown } from '#dashboard/ui/unknown.tsx';

interface MaskedProps {
  text: string | undefined;
  mask: (text: string) => string;
  /** All of the list is revealed. */
  revealed: boolean;
  /** What it is: `e-mail address`. */
  name: string;
}

/** A text of which little is shown until somebody asks for it. Another in its place is masked again. */
export function Masked({ text, ...props }: MaskedProps) {
  if (!text) return <Unknown reason={`The service gave no ${props.name}.`} />;
  return <MaskedText key={text} {...{ text, ...props }} />;
}

function MaskedText({ text, mask, revealed, name }: MaskedProps & { text: string }) {
  const [asked, setAsked] = useState(false);
  const isShown = revealed || asked;
  const Icon = isShown ? EyeOff : Eye;
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <bdi className="truncate">{isShown ? clip(text, 320) : mask(text)}</bdi>
      {!revealed && (
        <button
          type="button"
          aria-label={`${isShown ? 'Mask' : 'Reveal'} the ${name}`}
          title={`${isShown ? 'Mask' : 'Reveal'} the ${name}`}
          onClick={() => setAsked(!isShown)}
          className="inline-flex size-7 shrink-0 items-center justify-center rounded-control text-faint hover:bg-active hover:text-text max-md:size-11"
        >
          <Icon size={14} aria-hidden />
        </button>
      )}
    </span>
  );
}
