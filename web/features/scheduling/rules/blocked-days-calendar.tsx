import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localDate } from '#core/domain/values/time.ts';
import { Calendar } from '#web/components/ui/inputs/calendar.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import { useWritable } from '#web/lib/sync/writable.ts';
import { useStudioRules } from '#web/lib/sessions/studio-rules.ts';
import { useBlockDays } from '../use-block-days.ts';

/** Month calendar in which a click blocks or unblocks a day. */
export function BlockedDaysCalendar() {
  const { t } = useTranslation('scheduling');
  const { timeZone: zone } = useAccount();
  const writable = useWritable();
  const { lockedDays } = useStudioRules();
  const block = useBlockDays();
  const today = localDate(useNow(), zone);
  const [shown, setShown] = useState(today);
  const isBlocked = (day: string) => lockedDays.includes(day);
  return (
    <div className="max-w-md">
      <Calendar
        value={null}
        today={today}
        shown={shown}
        onShow={setShown}
        min={today}
        isDisabled={(day) => day < today || !writable}
        onChange={(day) => void block([day], !isBlocked(day))}
        renderDay={(day) => isBlocked(day) && <span aria-hidden className="h-1 w-5 rounded-full bg-danger" />}
        describeDay={(day) => (isBlocked(day) ? t('blocked.state') : undefined)}
      />
    </div>
  );
}
