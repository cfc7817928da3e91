import type { ReactNode } from 'react';

interface CardProps {
  title?: string;
  /** One sentence about the purpose of the card. */
  description?: ReactNode;
  /** A button beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** Groups related content on a raised background. Do not nest cards. */
export function Card({ title, description, action, children }: CardProps) {
  return (
    <section className="rounded-control border border-line bg-raised p-4 md:p-6">
      {(title || action) && (
        <div className="mb-4 flex items-start justify-between gap-4">
          <div className="flex flex-col gap-1">
            {title && <h2 className="text-lead font-semibold">{title}</h2>}
            {description && <div className="measure text-soft">{description}</div>}
          </div>
          {action}
        </div>
      )}
      {children}
    </section>
  );
}
