import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass } from '#dashboard/ui/button.tsx';

interface ButtonLinkProps {
  to: string;
  look?: Parameters<typeof buttonClass>[0];
  children: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink({ to, look, children }: ButtonLinkProps) {
  return (
    <Link to={to} className={buttonClass(look)}>
      {children}
    </Link>
  );
}
