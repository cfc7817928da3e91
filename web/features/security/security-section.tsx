import { useId, type ReactNode } from 'react';

interface SecuritySectionProps {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}

/** A titled section of the security page. */
export function SecuritySection({ title, intro, children }: SecuritySectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-5">
      <div className="flex flex-col gap-1 border-b border-line pb-3">
        <h2 id={id} className="text-lead font-semibold">
          {title}
        </h2>
        {intro && <p className="measure wrap-anywhere text-soft">{intro}</p>}
      </div>
      {children}
    </section>
  );
}
