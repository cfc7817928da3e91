import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { sessionEnd } from '#core/domain/sessions.ts';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { formatDate, formatTime } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import type { SessionListRow } from '../session-rows.ts';
import { useSessionName } from '../session-words.ts';
import { StatusTag } from '../status-tag.tsx';

/** Pixels of a row, alike on every screen. */
export const ROW_HEIGHT = 72;

interface SessionRowProps {
  session: SessionListRow;
  to: string;
  tabIndex: 0 | -1;
  /** Open beside the list. */
  current: boolean;
  /** Absent where nothing can be done with many. */
  selection?: { selected: boolean; onSelect: (selected: boolean) => void };
}

/** When, with whom, what: in the order in which a photographer asks. */
export function SessionListItem({ session, to, tabIndex, current, selection }: SessionRowProps) {
  const { t } = useTranslation('sessions');
  const { timeZone } = useAccount();
  const language = currentLanguage();
  const nameOf = useSessionName();
  const day = formatDate(session.date, language, timeZone);
  const time = `${formatTime(session.date, language, timeZone)}–${formatTime(sessionEnd(session), language, timeZone)}`;
  const client = session.customer?.name ?? t('nobody');
  const facts = [nameOf(session), session.location].filter(Boolean).join(' · ');
  return (
    <div
      className={clsx(
        'relative flex h-full items-center gap-3 has-[a:hover]:bg-hover md:px-3',
        current && 'bg-hover before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent',
      )}
    >
      {selection && (
        <div className="relative z-10">
          <Checkbox
            label={t('select', { client, day })}
            hideLabel
            tabIndex={tabIndex}
            checked={selection.selected}
            onChange={selection.onSelect}
          />
        </div>
      )}
      <p data-figures className="hidden w-44 shrink-0 flex-col @md:flex">
        <span className="font-medium">{day}</span>
        <span className="text-caption text-soft">{time}</span>
      </p>
      <div className="min-w-0 grow">
        <p className="truncate font-medium">
          <Link
            to={to}
            tabIndex={tabIndex}
            {...(current && { 'aria-current': 'page' as const })}
            className="no-underline after:absolute after:inset-0"
          >
            {client}
          </Link>
        </p>
        <p data-figures className="truncate text-caption text-soft @md:hidden">{`${day}, ${time}`}</p>
        <p className="truncate text-caption text-soft @max-md:hidden">{facts}</p>
      </div>
      <div className="shrink-0">
        <StatusTag status={session.status} />
      </div>
    </div>
  );
}
