import { useTranslation } from 'react-i18next';
import type { PublicStudio } from '#core/api/public.ts';
import { Button } from '#web/components/ui/button.tsx';
import { currentLanguage } from '#web/lib/i18n.ts';
import { ContactList } from './from-rare-pages.ts';
import { longDay, monthName } from './words.ts';

interface EmptyMonthProps {
  studio: PublicStudio;
  /** `2026-12` */
  month: string;
  today: string;
  /** The last day that can be booked. */
  last: string;
  /** The next free day after the month. */
  next: string | null;
  /** Whether there is a free day at all, also before. */
  any: boolean;
  /** Whether all that comes after is known. */
  searched: boolean;
  onShow: (day: string) => void;
}

/** A month without a free time says when the next one is. */
export function EmptyMonth({ studio, month, today, last, next, any, searched, onShow }: EmptyMonthProps) {
  const { t } = useTranslation('booking');
  const language = currentLanguage();
  if (searched && !next && !any) {
    return (
      <div className="flex flex-col gap-4">
        <p className="font-medium">{t('times.nothing', { date: longDay(last, language) })}</p>
        <p className="text-soft">{t('times.ask', { studio: studio.name })}</p>
        <ContactList studio={studio} />
      </div>
    );
  }
  return (
    <output className="flex flex-col items-start gap-3">
      <p className="font-medium">{t('times.emptyMonth', { month: monthName(month, language, today) })}</p>
      {next && <p className="text-soft">{t('times.next', { day: longDay(next, language) })}</p>}
      {!next && (
        <p className="text-soft">
          {searched ? t('times.nothing', { date: longDay(last, language) }) : t('times.searching')}
        </p>
      )}
      {next && (
        <Button onClick={() => onShow(next)}>{t('times.show', { month: monthName(next, language, today) })}</Button>
      )}
    </output>
  );
}
