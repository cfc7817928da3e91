import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useScreenTitle } from './use-screen-title.ts';

export interface PageHeaderProps {
  title: string;
  /** The list this page was opened from. */
  back?: { to: string; label: string };
  /** Status, counts: one line below the title. */
  detail?: ReactNode;
  /** Buttons; one of them primary at most. */
  actions?: ReactNode;
  /** TabLinks. */
  tabs?: ReactNode;
}

export function PageHeader({ title, back, detail, actions, tabs }: PageHeaderProps) {
  useScreenTitle(title);
  return (
    <header className="flex flex-col gap-1 pt-4 pb-6 md:pt-8">
      {back && (
        <Link
          to={back.to}
          className="thumb -mb-0.5 inline-flex items-center gap-1.5 self-start text-caption text-soft no-underline hover:text-ink"
        >
          <ArrowLeft aria-hidden className="size-4" strokeWidth={1.75} />
          {back.label}
        </Link>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-title wrap-anywhere">{title}</h1>
          {detail && <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-soft">{detail}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {tabs && <div className="pt-4">{tabs}</div>}
    </header>
  );
}
