import { Link } from 'react-router-dom';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { buttonClass } from '../ui/inputs/button.tsx';
import { useListHref } from './list-detail-context.ts';
import { PageTitle } from './page-header.tsx';

interface MissingPageProps {
  title: string;
  text: string;
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
