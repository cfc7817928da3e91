import { useId, type ReactNode } from 'react';

interface SectionProps {
  title: string;
  /** Buttons beside it. */
  action?: ReactNode;
  children: ReactNode;
}

/** Payments, on the page of another noun. */
export function Section({ title, action, children }: SectionProps) {
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
