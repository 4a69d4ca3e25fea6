import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';

const looks = {
  primary: 'bg-accent text-on-accent hover:not-disabled:bg-accent-hover border border-transparent',
  secondary:
    'bg-raised text-text border border-border hover:not-disabled:bg-hover hover:not-disabled:border-control',
  quiet:
    'bg-transparent text-soft border border-transparent hover:not-disabled:bg-hover hover:not-disabled:text-text',
};

/** The shape of everything that is pressed; links that look like buttons wear it too. */
export function buttonClass(look: keyof typeof looks = 'secondary'): string {
  return `inline-flex h-9 max-md:min-h-11 select-none items-center justify-center gap-2 rounded-control px-3.5 max-md:px-3 text-body font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-55 ${looks[look]}`;
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: keyof typeof looks;
  /** At work: keeps its place and its focus, and can't be pressed again. */
  busy?: boolean;
  icon?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

export function Button(props: ButtonProps) {
  const { look, busy = false, icon, children, className = '', onClick, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={`${buttonClass(look)} ${busy ? 'cursor-progress' : ''} ${className}`}
    >
      {busy ? <LoaderCircle size={16} className="animate-spin" aria-hidden /> : icon}
      {children}
    </button>
  );
}

const iconLooks = {
  usual: 'size-9 text-muted hover:bg-hover',
  small: 'size-7 text-muted hover:bg-active',
  faint: 'size-7 text-faint hover:bg-active',
};

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What it does: its name for everyone who doesn't see the icon, and its tooltip. */
  label: string;
  icon: ReactNode;
  look?: keyof typeof iconLooks;
}

export function IconButton({ label, icon, look = 'usual', className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`inline-flex max-md:size-11 shrink-0 items-center justify-center rounded-control transition-colors hover:text-text ${iconLooks[look]} ${className}`}
    >
      {icon}
    </button>
  );
}
