import { useTranslation } from 'react-i18next';
import { startOfDay } from '#core/domain/time.ts';
import { relativeDay } from './days.ts';
import { formatDate } from './format.ts';
import { currentLanguage } from './i18n.ts';
import { useNow } from './use-now.ts';

/** What a day of a zone is called above its events: "Today", "Sat 21 Nov". Takes it as `2026-11-21`. */
export function useDayTitle(zone: string): (date: string) => string {
  const { t } = useTranslation('common');
  const now = useNow();
  return (date) => {
    const near = relativeDay(date, now, zone);
    return near ? t(near) : formatDate(startOfDay(date, zone), currentLanguage(), zone, now);
  };
}
