import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localDate } from '#core/domain/values/time.ts';
import { CatalogRow, CatalogRows } from '#web/components/layout/catalog-page.tsx';
import { IntroSection } from '#web/components/layout/page-section.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { shiftDay } from '#web/components/ui/inputs/calendar-days.ts';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import type { Format } from '#web/lib/format/format.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { useStudioRules } from '#web/lib/sessions/studio-rules.ts';
import { useBlockDays } from '../use-block-days.ts';
import { BlockedDaysCalendar } from './blocked-days-calendar.tsx';

/** Maximum number of days, two years: a typing error must not block a century. */
const MOST_DAYS = 731;

/** Blocks a range of days in one step. */
function BlockRange() {
  const { t } = useTranslation('scheduling');
  const { timeZone: zone } = useAccount();
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
        <Button type="submit" writes>
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
  const { timeZone: zone } = useAccount();
  const { lockedDays } = useStudioRules();
  const block = useBlockDays();
  const format = useFormat();
  const ranges = blockedRanges(lockedDays, localDate(useNow(), zone));
  return (
    <IntroSection title={t('blocked.title')} intro={t('blocked.intro')}>
      <BlockedDaysCalendar />
      <BlockRange />
      {ranges.length === 0 ? (
        <p className="text-soft">{t('blocked.none')}</p>
      ) : (
        <CatalogRows label={t('blocked.upcoming')}>
          {ranges.map((range) => (
            <CatalogRow
              key={range.from}
              title={rangeText(range, format)}
              detail={t('blocked.days', { count: rangeDays(range).length })}
              remove={{
                label: t('blocked.remove', { days: rangeText(range, format) }),
                onSelect: () => void block(rangeDays(range), false),
              }}
            />
          ))}
        </CatalogRows>
      )}
    </IntroSection>
  );
}

/** Formats a range as "24–26 December 2026". */
function rangeText({ from, to }: BlockedRange, format: Format): string {
  const parts = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return format.dateRange(Date.parse(from), Date.parse(to), parts);
}

interface BlockedRange {
  /** First and last day, `2026-12-24`. */
  from: string;
  to: string;
}

/** Groups days into ranges without gaps, from a day on. `days` are in ascending order. */
export function blockedRanges(days: readonly string[], since: string): BlockedRange[] {
  const ranges: BlockedRange[] = [];
  for (const day of days) {
    if (day < since) continue;
    const last = ranges.at(-1);
    if (last && shiftDay(last.to, 1) === day) last.to = day;
    else ranges.push({ from: day, to: day });
  }
  return ranges;
}

/** Returns every day of a range. */
export function rangeDays({ from, to }: BlockedRange): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = shiftDay(day, 1)) days.push(day);
  return days;
}
