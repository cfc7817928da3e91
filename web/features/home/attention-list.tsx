import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useAccount } from '#web/lib/accounts.tsx';
import { formatDate } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import type { Attention } from './attention.ts';
import type { HomePlaces } from './places.ts';

interface AttentionListProps {
  items: readonly Attention[];
  galleryHref: HomePlaces['galleryHref'];
}

export function AttentionList({ items, galleryHref }: AttentionListProps) {
  const { t } = useTranslation('home');
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex max-w-2xl flex-col gap-3">
      <h2 id={id} className="text-lead font-semibold">
        {t('attention.title')}
      </h2>
      {items.length === 0 ? (
        <p className="text-soft">{t('attention.none')}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line border-y border-line">
          {items.map((item) => (
            <li key={`${item.reason.kind}-${item.gallery.id}`}>
              <Link
                to={galleryHref(item.gallery.id, item.reason.kind === 'closing' ? 'gallerySettings' : 'gallery')}
                className="flex min-h-16 items-center gap-3 py-2 no-underline hover:bg-hover"
              >
                <span className="min-w-0 grow">
                  <span className="block truncate font-medium">{item.gallery.name}</span>
                  <Reason reason={item.reason} />
                </span>
                <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" strokeWidth={1.5} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Reason({ reason }: { reason: Attention['reason'] }) {
  const { t } = useTranslation('home');
  const { timeZone } = useAccount();
  const text =
    reason.kind === 'failed'
      ? t('attention.failed', { count: reason.count })
      : reason.kind === 'closing'
        ? t('attention.closing', { date: formatDate(reason.at, currentLanguage(), timeZone) })
        : t('attention.unpublished');
  return <span className="block text-caption text-soft">{text}</span>;
}
