import { Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localDate } from '#core/domain/time.ts';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { ListRow } from '#web/components/ui/lists/list-row.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import type { Format } from '#web/lib/format/format.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { useStore } from '#web/lib/sync/store.tsx';
import { useBlockDays, useStudioRules } from '../studio-rules.ts';
import { BlockedDaysCalendar } from './blocked-days-calendar.tsx';
import { type BlockedRange, blockedRanges, rangeDays } from './blocked-ranges.ts';

/** Maximum number of days, two years: a typing error must not block a century. */
const MOST_DAYS = 731;

/** Blocks a range of days at once. */
function BlockRange() {
  const { t } = useTranslation('scheduling');
  const { timeZone: zone } = useAccount();
  const { writable } = useStore();
  const block = useBlockDays();
  const today = localDate(useNow(), zone);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [wrong, setWrong] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const last = to || from;
    const isRange = from !== '' && from <= last && last <= `${Number(from.slice(0, 4)) + 3}`;
    const days = isRange ? rangeDays({ from, to: last }) : [];
    const isGood = days.length > 0 && days.length <= MOST_DAYS;
    setWrong(!isGood);
    if (!isGood || !(await block(days, true))) return;
    setFrom('');
    setTo('');
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-2">
      <div className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
        <Field label={t('blocked.from')}>
          <TextInput type="date" min={today} value={from} onChange={({ target }) => setFrom(target.value)} />
        </Field>
        <Field label={t('blocked.to')}>
          <TextInput type="date" min={from || today} value={to} onChange={({ target }) => setTo(target.value)} />
        </Field>
        <Button type="submit" disabled={!writable}>
          {t('blocked.act')}
        </Button>
      </div>
      {wrong && (
        <p role="alert" className="text-caption text-danger">
          {t('blocked.wrong')}
        </p>
      )}
    </form>
  );
}

/** Blocks days one by one or as a range, and lists the coming ones. */
export function BlockedDays() {
  const { t } = useTranslation('scheduling');
  const id = useId();
  const { timeZone: zone } = useAccount();
  const { writable } = useStore();
  const { lockedDays } = useStudioRules();
  const block = useBlockDays();
  const format = useFormat();
  const ranges = blockedRanges(lockedDays, localDate(useNow(), zone));
  return (
    <section aria-labelledby={id} className="flex flex-col gap-5">
      <div className="flex flex-col gap-1 border-b border-line pb-3">
        <h2 id={id} className="text-lead font-semibold">
          {t('blocked.title')}
        </h2>
        <p className="measure text-soft">{t('blocked.intro')}</p>
      </div>
      <BlockedDaysCalendar />
      <BlockRange />
      {ranges.length === 0 ? (
        <p className="text-soft">{t('blocked.none')}</p>
      ) : (
        <ul aria-label={t('blocked.upcoming')} className="divide-y divide-line border-y border-line">
          {ranges.map((range) => (
            <ListRow
              key={range.from}
              title={rangeText(range, format)}
              detail={t('blocked.days', { count: rangeDays(range).length })}
              actions={
                <IconButton
                  label={t('blocked.remove', { days: rangeText(range, format) })}
                  icon={<Trash2 aria-hidden />}
                  disabled={!writable}
                  onClick={() => void block(rangeDays(range), false)}
                />
              }
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Formats a range as "24–26 December 2026". */
function rangeText({ from, to }: BlockedRange, format: Format): string {
  const parts = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return format.dateRange(Date.parse(from), Date.parse(to), parts);
}
