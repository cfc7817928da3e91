import { useTranslation } from 'react-i18next';
import { formatDate, formatTime } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import type { PreviewDay } from './preview-slots.ts';

interface PreviewDaysProps {
  days: readonly PreviewDay[];
  zone: string;
  /** Whether to say how many can still come. */
  isGroup: boolean;
}

export function PreviewDays({ days, zone, isGroup }: PreviewDaysProps) {
  const { t } = useTranslation('scheduling');
  const language = currentLanguage();
  return (
    <ul aria-label={t('preview.times')} className="flex flex-col divide-y divide-line border-y border-line">
      {days.map(({ date, slots }) => (
        <li key={date} className="grid gap-x-4 gap-y-2 py-3 sm:grid-cols-[9rem_1fr]">
          <span data-figures className="font-medium first-letter:uppercase">
            {/* As clients read it: the studio’s own way of writing days is the team's alone. */}
            {formatDate(slots[0]!.start, language, zone, undefined, 'auto')}
          </span>
          <ul className="flex flex-wrap gap-2">
            {slots.map(({ start, seatsLeft }) => (
              <li key={start} data-figures className="rounded-control border border-edge bg-raised px-3 py-1">
                {formatTime(start, language, zone)}
                {isGroup && (
                  <span className="text-caption text-soft">{` · ${t('preview.seats', { count: seatsLeft })}`}</span>
                )}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
