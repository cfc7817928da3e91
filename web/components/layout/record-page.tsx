import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { buttonClass } from '../ui/inputs/button.tsx';
import { useListHref } from './list-detail-context.ts';
import { LoadingPlaceholder } from './loading-placeholder.tsx';
import { PageTitle } from './page-header.tsx';

interface MissingPageProps {
  title: string;
  text?: string;
  back: { to: string; label: string };
}

/** Shown at the address of a record that does not exist or was deleted. */
export function MissingPage({ title, text, back }: MissingPageProps) {
  return (
    <EmptyState
      title={<PageTitle title={title} className="text-lead font-semibold" />}
      action={
        <Link to={useListHref(back.to)} preventScrollReset className={buttonClass()}>
          {back.label}
        </Link>
      }
    >
      {text}
    </EmptyState>
  );
}

interface RecordPageProps<Row> {
  /** Undefined or null while it is loading and if there is none. */
  record: Row | null | undefined;
  /** True if no record can still arrive: only a complete query proves that there is none. */
  isComplete: boolean;
  missing: MissingPageProps;
  children: (record: Row) => ReactNode;
}

/** Page of one record: a placeholder while the record may still arrive, `MissingPage` if there is none. */
export function RecordPage<Row extends { readonly id: string }>(props: RecordPageProps<Row>) {
  const { record, isComplete, missing, children } = props;
  // Remounted for another record, so that input for one never reaches another.
  if (record) return <Fragment key={record.id}>{children(record)}</Fragment>;
  return isComplete ? <MissingPage {...missing} /> : <LoadingPlaceholder className="mt-8 h-24" />;
}
