import { type ReactNode, useId } from 'react';

interface TeamSectionProps {
  title: string;
  intro?: ReactNode;
  /** Button beside the title. */
  action?: ReactNode;
  children?: ReactNode;
}

export function TeamSection({ title, intro, action, children }: TeamSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="flex min-w-0 flex-col gap-1">
          <h2 id={id} className="text-lead font-semibold">
            {title}
          </h2>
          {intro && <p className="measure text-soft">{intro}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
