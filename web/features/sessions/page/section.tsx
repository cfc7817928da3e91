import { useId, type ReactNode } from 'react';

interface SectionProps {
  title: string;
  /** A small button beside it. */
  action?: ReactNode;
  children: ReactNode;
}

/** One part of a session's page. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex min-h-9 items-center justify-between gap-4">
        <h2 id={id} className="text-lead font-semibold">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
