import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isExpired } from '#core/domain/galleries.ts';
import { useAccount } from '#web/lib/accounts.tsx';
import { formatDate } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Cover } from '../cover.tsx';
import type { GalleryListRow } from '../gallery-rows.ts';
import { StatusTag } from '../status-tag.tsx';

/** A gallery in the list: the print, and beneath it what a photographer asks first. */
export function GalleryCard({ gallery, to }: { gallery: GalleryListRow; to: string }) {
  const { t } = useTranslation('galleries');
  const { timeZone } = useAccount();
  const now = useNow();
  const { expiresAt } = gallery;
  const closes = isExpired(gallery, now) ? 'closed' : 'closes';
  const facts = [
    gallery.customer?.name,
    t('photoCount', { count: gallery.stats?.photoCount ?? 0 }),
    expiresAt ? t(closes, { date: formatDate(expiresAt, currentLanguage(), timeZone) }) : null,
  ];
  return (
    <article className="group relative flex flex-col gap-3">
      <Cover gallery={gallery} />
      <div className="flex flex-col gap-0.5">
        <div className="flex items-baseline justify-between gap-3">
          <h2 className="min-w-0 truncate font-medium">
            <Link to={to} className="no-underline after:absolute after:inset-0 group-hover:underline">
              {gallery.name}
            </Link>
          </h2>
          <StatusTag gallery={gallery} />
        </div>
        <p className="text-caption text-soft">{facts.filter(Boolean).join(' · ')}</p>
      </div>
    </article>
  );
}
