import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { buttonClass } from '../ui/inputs/button.tsx';
import { PageHeader } from './page-header.tsx';

/** What every list's locale file has, so that a page only says which one. */
type CatalogListTexts = 'presets' | 'watermarks';

interface CatalogListProps {
  texts: CatalogListTexts;
  /** Where another is made. */
  newHref: string;
  tabs: ReactNode;
  isEmpty: boolean;
  /** Whether all rows are here: only then is an empty list one. */
  isComplete: boolean;
  /** Stands in the list's place until its rows are here. */
  placeholder: ReactNode;
  className: string;
  children: ReactNode;
}

/** A tab of the settings that lists what galleries are made with, and the way to another. */
export function CatalogList(props: CatalogListProps) {
  const { texts, newHref, tabs, isEmpty, isComplete, placeholder, className, children } = props;
  const { t } = useTranslation([texts, 'settings']);
  const create = (
    <Link to={newHref} className={buttonClass({ variant: 'primary' })}>
      <Plus aria-hidden className="size-4" />
      {t('new')}
    </Link>
  );
  return (
    <>
      <PageHeader title={t('settings:title')} actions={!isEmpty && create} tabs={tabs} />
      <section aria-label={t('title')} className={className}>
        {!isEmpty ? (
          <>
            <p className="measure text-soft">{t('intro')}</p>
            {children}
          </>
        ) : isComplete ? (
          <EmptyState title={t('empty.title')} action={create}>
            {t('empty.text')}
          </EmptyState>
        ) : (
          placeholder
        )}
      </section>
    </>
  );
}
