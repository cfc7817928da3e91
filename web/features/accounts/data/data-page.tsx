import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { ExportSection } from './export-section.tsx';

interface DataPageProps {
  tabs: ReactNode;
  customers: string;
}

/** What is kept of people: all of it to take along, and how one of them is forgotten. */
export function DataPage({ tabs, customers }: DataPageProps) {
  const { t } = useTranslation('settings');
  return (
    <>
      <PageHeader title={t('title')} tabs={tabs} />
      <div className="flex max-w-2xl flex-col gap-12">
        <ExportSection />
        <section aria-labelledby="data-erase" className="flex flex-col gap-5">
          <div className="flex flex-col gap-1 border-b border-line pb-3">
            <h2 id="data-erase" className="text-lead font-semibold">
              {t('data.erase')}
            </h2>
            <p className="measure text-soft">{t('data.eraseText')}</p>
          </div>
          <div>
            <Link to={customers} className={buttonClass({ variant: 'secondary' })}>
              {t('data.clients')}
            </Link>
          </div>
        </section>
      </div>
    </>
  );
}
