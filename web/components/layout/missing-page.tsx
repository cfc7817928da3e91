import { Link } from 'react-router-dom';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { useListHref } from './page-part.ts';
import { PageTitle } from './page-title.tsx';

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
