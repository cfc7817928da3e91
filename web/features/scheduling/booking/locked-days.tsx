import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { localDate } from '#core/domain/time.ts';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { ListRow } from '#web/components/ui/list-row.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { dateRangeText } from '#web/lib/date-text.ts';
import { formatLocale } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { useStore } from '#web/lib/store.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { useBlockDays } from '../use-block-days.ts';
import { useStudioRules } from '../use-studio-rules.ts';
import { BlockRange } from './block-range.tsx';
import { BlockedDaysCalendar } from './locked-days-calendar.tsx';
import { rangeDays, blockedRanges, type BlockedRange } from './locked-ranges.ts';

/** Days on which nobody can book: one by one, as a stretch, and those that are to come. */
export function BlockedDays() {
  const { t } = useTranslation('scheduling');
  const id = useId();
  const { timeZone: zone } = useAccount();
  const { writable } = useStore();
  const { lockedDays } = useStudioRules();
  const block = useBlockDays();
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
              title={rangeText(range)}
              detail={t('blocked.days', { count: rangeDays(range).length })}
              actions={
                <IconButton
                  label={t('blocked.remove', { days: rangeText(range) })}
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

/** "24–26 December 2026" */
function rangeText({ from, to }: BlockedRange): string {
  const parts = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return dateRangeText(Date.parse(from), Date.parse(to), formatLocale(currentLanguage()), parts);
}
