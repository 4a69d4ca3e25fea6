import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass } from '#dashboard/ui/button.tsx';

type Look = Parameters<typeof buttonClass>[0];

export function ButtonLink({ look, ...link }: { to: string; look?: Look; children: ReactNode }) {
  return <Link {...link} className={buttonClass(look)} />;
}
