import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { CreateLink, PageHeader } from './page-header.tsx';

/** Namespaces that have the texts of this list. */
type CatalogListTexts = 'presets' | 'watermarks';

interface CatalogListProps {
  texts: CatalogListTexts;
  /** Path of the form for a new item. */
  newHref: string;
  tabs: ReactNode;
  isEmpty: boolean;
  /** True if all rows are loaded: only then is an empty list shown as empty. */
  isComplete: boolean;
  /** Shown until the rows are loaded. */
  placeholder: ReactNode;
  className: string;
  children: ReactNode;
}

/** A settings tab with a list of presets or watermarks and a button for a new one. */
export function CatalogList(props: CatalogListProps) {
  const { texts, newHref, tabs, isEmpty, isComplete, placeholder, className, children } = props;
  const { t } = useTranslation([texts, 'settings']);
  const create = <CreateLink to={newHref}>{t('new')}</CreateLink>;
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
