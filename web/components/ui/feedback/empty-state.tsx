import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** Heading; an element brings its own heading level. */
  title: ReactNode;
  /** Reason why it is empty, and the effect of the action. */
  children?: ReactNode;
  /** One button. */
  action?: ReactNode;
}

/** Empty state: heading, reason, one action. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-6 px-4 py-12 text-center md:py-20">
      <div aria-hidden className="flex h-28 w-36 items-center justify-center border border-line bg-raised">
        <div className="h-[4.25rem] w-[6.25rem] border border-line bg-sunken" />
      </div>
      <div className="flex flex-col items-center gap-2">
        {typeof title === 'string' ? <h2 className="text-lead font-semibold">{title}</h2> : title}
        {children && <div className="max-w-[46ch] text-soft">{children}</div>}
      </div>
      {action}
    </div>
  );
}
