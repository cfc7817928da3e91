import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { Button } from '../ui/inputs/button.tsx';
import { LoadingPlaceholder } from './loading-placeholder.tsx';
import { PageHeader, type PageHeaderProps } from './page-header.tsx';

interface TrashPageProps {
  title: string;
  back: NonNullable<PageHeaderProps['back']>;
  /** How long the records can be restored. */
  intro: string;
  emptyText: string;
  /** A button below it. */
  emptyAction?: ReactNode;
  isEmpty: boolean;
  /** True if all rows are loaded: only then is an empty trash shown as empty. */
  isComplete: boolean;
  children: ReactNode;
}

/** Deleted records that can still be restored. */
export function TrashPage({ title, back, intro, isEmpty, isComplete, children, ...empty }: TrashPageProps) {
  const { t } = useTranslation('trash');
  return (
    <>
      <PageHeader title={title} back={back} detail={!isEmpty && <p>{intro}</p>} />
      {!isEmpty ? (
        children
      ) : isComplete ? (
        <EmptyState title={t('empty.title')} action={empty.emptyAction}>
          {empty.emptyText}
        </EmptyState>
      ) : (
        <LoadingPlaceholder className="h-64" />
      )}
    </>
  );
}

interface RestoreButtonProps {
  /** The record, for screen readers. */
  name: string;
  onRestore: () => void;
  className?: string;
}

export function RestoreButton({ name, onRestore, className }: RestoreButtonProps) {
  const { t } = useTranslation('trash');
  return (
    <Button size="small" className={className} aria-label={t('restoreNamed', { name })} writes onClick={onRestore}>
      {t('restore')}
    </Button>
  );
}
