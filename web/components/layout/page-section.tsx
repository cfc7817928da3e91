import { useId, type ReactNode } from 'react';

interface PageSectionProps {
  title: string;
  /** A button or link beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a page about one noun: a client, a session. Panels of other nouns on it are parts like the rest. */
export function PageSection({ title, action, children }: PageSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div className="flex min-h-control items-center justify-between gap-4 border-b border-line">
        <h2 id={id} className="text-lead font-semibold">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
