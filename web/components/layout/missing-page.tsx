import { Link } from 'react-router-dom';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { buttonClass } from '../ui/inputs/button.tsx';
import { useListHref } from './list-detail-context.ts';
import { PageTitle } from './page-header.tsx';

interface MissingPageProps {
  title: string;
  text: string;
  /** The list to go back to. */
  back: { to: string; label: string };
}

/** At the address of something that is not there, or not any more. */
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
