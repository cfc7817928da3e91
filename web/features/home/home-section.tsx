import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';

interface HomeSectionProps {
  title: string;
  /** Link to the full list. */
  all?: { to: string; label: string };
  children: ReactNode;
}

/** A section of the home screen. */
export function HomeSection({ title, all, children }: HomeSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={id} className="text-lead font-semibold">
          {title}
        </h2>
        {all && (
          <Link to={all.to} className="thumb shrink-0 text-soft">
            {all.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}
