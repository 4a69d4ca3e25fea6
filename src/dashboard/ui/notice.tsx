import type { ReactNode } from 'react';

type NoticeProps = { title: string; children?: ReactNode; action?: ReactNode; urgent?: boolean };

/** Takes the place of a list or a page: one sentence, why, and one thing to do. An urgent one is read out at once. */
export function Notice({ title, children, action, urgent = false }: NoticeProps) {
  return (
    <div
      role={urgent ? 'alert' : 'status'}
      className="flex flex-col items-center justify-center gap-1 px-6 py-16 text-center"
    >
      <p className="font-medium">{title}</p>
      {children && (
        <div className="flex max-w-md flex-col items-center text-muted wrap-anywhere">{children}</div>
      )}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
