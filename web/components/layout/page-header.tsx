import { clsx } from 'clsx';
import { ArrowLeft, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { usePageRole } from './page-part.ts';
import { PageTitle } from './page-title.tsx';

export interface PageHeaderProps {
  title: string;
  /** The list this page was opened from; beside it, closing stands for it. */
  back?: { to: string; label: string };
  /** Status, counts: one line below the title. */
  detail?: ReactNode;
  /** Buttons; one of them primary at most. */
  actions?: ReactNode;
  /** TabLinks. */
  tabs?: ReactNode;
}

export function PageHeader({ title, back, detail, actions, tabs }: PageHeaderProps) {
  const { t } = useTranslation('common');
  const { close } = usePageRole();
  return (
    <header className="flex flex-col gap-1 pt-4 pb-6 md:pt-8">
      {back && !close && (
        <Link
          to={back.to}
          className="thumb -mb-0.5 inline-flex items-center gap-1.5 self-start text-caption text-soft no-underline hover:text-ink"
        >
          <ArrowLeft aria-hidden className="size-4" strokeWidth={1.75} />
          {back.label}
        </Link>
      )}
      <div className="flex items-start gap-2">
        <div
          className={clsx(
            'flex min-w-0 grow flex-wrap justify-between gap-x-6 gap-y-4',
            close ? 'items-start' : 'items-center',
          )}
        >
          <div className="min-w-0">
            {/* In one line with the list's own. */}
            <div className={close && 'flex min-h-control items-center'}>
              <PageTitle title={title} />
            </div>
            {detail && <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-soft">{detail}</div>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
        {close && (
          <IconButton
            label={t('closeNamed', { name: title })}
            icon={<X aria-hidden />}
            onClick={() => void close()}
            className="-mr-3"
          />
        )}
      </div>
      {tabs && <div className="pt-4">{tabs}</div>}
    </header>
  );
}
