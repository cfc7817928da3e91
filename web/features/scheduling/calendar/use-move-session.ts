import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import type { ScheduleSpan } from '#web/components/ui/schedule/types.ts';
import { useAccount } from '#web/lib/accounts.tsx';
import { useMutation } from '#web/lib/act.tsx';
import { formatSpan } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import type { CalendarSession } from '../scheduling-rows.ts';

/** Puts a session to another time, and offers to put it back. */
export function useMoveSession(): (session: CalendarSession, to: ScheduleSpan) => Promise<boolean> {
  const { t } = useTranslation('scheduling');
  const { timeZone: zone } = useAccount();
  const act = useMutation();
  return ({ id, date, duration, customer }, { start, end }) => {
    const length = Math.max(1, Math.round((end - start) / 60_000));
    const put = (at: number, minutes: number) =>
      mutators.sessions.reschedule({ id, date: at, duration: minutes, now: Date.now() });
    const when = formatSpan({ start, end, zone }, currentLanguage());
    return act(put(start, length), {
      done: t('calendar.moved', { client: customer?.name ?? t('nobody'), when }),
      undo: () => put(date, duration),
    });
  };
}
