import { useTranslation } from 'react-i18next';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { localDate } from '#core/domain/values/time.ts';
import { DateField } from '#web/components/ui/inputs/date-field.tsx';
import { SegmentedControl } from '#web/components/ui/inputs/segmented-control.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import { dateInput, readDateInput } from '#web/lib/format/wall-clock.ts';

interface PublishTimeProps {
  when: 'now' | 'later';
  onWhen: (when: 'now' | 'later') => void;
  /** `2026-11-21T10:00` in the studio's zone. */
  date: string;
  onDate: (date: string) => void;
}

/** Choice between publishing now and at a time. */
export function PublishTime({ when, onWhen, date, onDate }: PublishTimeProps) {
  const { t } = useTranslation('publishing');
  const { timeZone } = useAccount();
  const now = useNow();
  return (
    <div className="flex flex-col items-start gap-4">
      <SegmentedControl
        label={t('when.label')}
        value={when}
        onChange={onWhen}
        options={[
          { value: 'now', label: t('when.now') },
          { value: 'later', label: t('when.later') },
        ]}
      />
      {when === 'later' && (
        <DateField
          label={t('when.date')}
          withTime
          zone={timeZone}
          value={date}
          min={dateInput(now, timeZone)}
          onChange={onDate}
          hint={t('when.hint')}
          error={readDateInput(date, timeZone) === null ? t('when.needed') : undefined}
        />
      )}
    </div>
  );
}

/** Nine in the morning of the next day, as `2026-11-21T09:00`: a time to begin with. */
export function tomorrowMorning(zone: string): string {
  return `${localDate(Date.now() + DAY_MS, zone)}T09:00`;
}
