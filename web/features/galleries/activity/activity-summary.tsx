import { useTranslation } from 'react-i18next';
import { useAccount } from '#web/lib/accounts.tsx';
import { formatDate, formatNumber } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import type { GalleryRow } from '../gallery-rows.ts';

/** Who came, what was looked at, what was taken home: a line, not a dashboard. */
export function ActivitySummary({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation('activity');
  const { timeZone } = useAccount();
  const language = currentLanguage();
  const counts = {
    visitors: gallery.stats?.visitorCount ?? 0,
    viewed: gallery.stats?.viewCount ?? 0,
    taken: gallery.stats?.downloadCount ?? 0,
  };
  const { publishedAt } = gallery;
  return (
    <p data-figures className="flex flex-wrap items-baseline gap-x-6 gap-y-1 text-lead text-soft">
      {(['visitors', 'viewed', 'taken'] as const).map((key) => (
        <span key={key}>
          <strong className="font-semibold text-ink">{formatNumber(counts[key], language)}</strong>
          {` ${t(`summary.${key}`, { count: counts[key] })}`}
        </span>
      ))}
      {publishedAt !== null && (
        <span className="text-text">{t('summary.since', { date: formatDate(publishedAt, language, timeZone) })}</span>
      )}
    </p>
  );
}
