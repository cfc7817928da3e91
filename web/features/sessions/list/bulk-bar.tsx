import { useTranslation } from 'react-i18next';
import {
  MAX_BULK_SESSIONS,
  SESSION_STATUSES,
  SESSION_TRANSITIONS,
  type SessionStatus,
} from '#core/domain/sessions/sessions.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useSetStatuses } from '../session-status.tsx';
import type { SessionListRow } from '../types.ts';

interface BulkBarProps {
  /** Selected sessions that are still in the list. */
  sessions: readonly SessionListRow[];
  onClear: () => void;
}

/** Actions for all selected sessions; at the bottom of the screen on a phone. */
export function BulkBar({ sessions, onClear }: BulkBarProps) {
  const { t } = useTranslation('sessions');
  const setStatuses = useSetStatuses();
  if (sessions.length === 0) return null;
  const isTooMany = sessions.length > MAX_BULK_SESSIONS;
  const may = (to: SessionStatus) => sessions.every(({ status }) => SESSION_TRANSITIONS[status].includes(to));
  const acts = SESSION_STATUSES.filter(may);
  const move = async (to: SessionStatus) => {
    const ids = sessions.map(({ id }) => id);
    if (await setStatuses(ids, to)) onClear();
  };
  return (
    <>
      {/* Space so that the last rows can scroll out from behind the bar. */}
      <div aria-hidden className="h-48 md:hidden" />
      <section
        aria-label={t('bulk.label')}
        className="fixed inset-x-3 bottom-18 z-40 flex flex-wrap items-center gap-2 rounded-control border border-line bg-raised p-3 shadow-lift md:sticky md:inset-x-auto md:bottom-4 md:mt-4"
      >
        <div className="flex grow items-center justify-between gap-2 max-md:w-full md:justify-start">
          <output className="pl-1 font-medium">{t('bulk.selected', { count: sessions.length })}</output>
          <Button size="small" variant="quiet" onClick={onClear}>
            {t('bulk.clear')}
          </Button>
        </div>
        {isTooMany && <p className="text-caption text-soft">{t('bulk.tooMany', { count: MAX_BULK_SESSIONS })}</p>}
        {!isTooMany && acts.length === 0 && <p className="text-caption text-soft">{t('bulk.nothing')}</p>}
        {!isTooMany &&
          acts.map((to) => (
            <Button key={to} size="small" writes onClick={() => void move(to)}>
              {to === 'scheduled' ? t('act.approve') : t(`act.${to}` as 'act.confirmed')}
            </Button>
          ))}
      </section>
    </>
  );
}
