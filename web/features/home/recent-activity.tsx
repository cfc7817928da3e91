import { useQuery } from '@rocicorp/zero/react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { RecentGalleryEvent } from '#core/api/galleries.ts';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useApiData } from '#web/lib/api/use-api-data.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { galleryHref, paymentHref, sessionHref } from '#web/lib/paths.ts';
import { type Activity, listActivity } from './activity.ts';
import { HomeSection } from './home-section.tsx';
import type { HomeGallery } from './types.ts';

const AT_MOST = 8;
/** Limit of gallery events to load: more than are shown, since several merge into one. */
const VISITS = 100;

const NONE: readonly RecentGalleryEvent[] = [];

/** Returns what clients did lately, loaded again when synced counts show more of it. Without an answer there is none. */
function useGalleryEvents(galleries: readonly HomeGallery[], isAllowed: boolean): readonly RecentGalleryEvent[] {
  const api = useApi();
  const version = galleries.reduce(
    (sum, { stats }) => sum + (stats?.visitorCount ?? 0) + (stats?.downloadCount ?? 0),
    0,
  );
  const load = useCallback(
    async () => (isAllowed ? (await api.galleries.recentEvents({ query: { limit: VISITS } })).events : NONE),
    // oxlint-disable-next-line react/exhaustive-deps -- another version is another answer
    [api, isAllowed, version],
  );
  return useApiData(load, { isLive: isAllowed }).data ?? NONE;
}

/** Returns recent events of sessions, payments and galleries, latest first. */
export function useRecentActivity(all: readonly HomeGallery[]): readonly Activity[] {
  const { role, timeZone } = useAccount();
  const [sessions] = useQuery(queries.sessions.recentEvents({ limit: AT_MOST }));
  const galleries = useGalleryEvents(all, can(role, 'galleries.share'));
  const [payments] = useQuery(
    queries.payments.list({ statuses: ['paid', 'partially_refunded', 'refunded'], limit: AT_MOST }),
    { enabled: can(role, 'money.read') },
  );
  return useMemo(
    () => listActivity({ sessions, payments, galleries }, timeZone, VISITS).slice(0, AT_MOST),
    [sessions, payments, galleries, timeZone],
  );
}

/** Recent events of sessions, payments and galleries. */
export function RecentActivity({ shown }: { shown: readonly Activity[] }) {
  const { t } = useTranslation('home');
  return (
    <HomeSection title={t('activity.title')}>
      <ol className="divide-y divide-line border-y border-line">
        {shown.map((item) => (
          <Item key={item.key} item={item} to={hrefOf(item)} />
        ))}
      </ol>
    </HomeSection>
  );
}

function hrefOf(item: Activity): string {
  if ('galleryId' in item) return galleryHref(item.galleryId, 'galleryActivity');
  return 'orderId' in item ? paymentHref(item) : sessionHref(item.sessionId);
}

function Item({ item, to }: { item: Activity; to: string }) {
  const { t } = useTranslation(['home', 'sessions']);
  const format = useFormat();
  const now = useNow();
  const activityText = useWords();
  return (
    <li className="relative flex flex-col py-2.5 has-[a:hover]:bg-hover">
      <span className="flex items-baseline justify-between gap-4">
        <Link to={to} className="min-w-0 truncate font-medium row-link">
          {item.name ?? t('sessions:nobody')}
        </Link>
        <time dateTime={new Date(item.at).toISOString()} className="shrink-0 text-caption text-soft">
          {format.recent(item.at, now)}
        </time>
      </span>
      <span data-figures className="text-caption wrap-anywhere text-soft">
        {activityText(item)}
      </span>
    </li>
  );
}

function useWords(): (item: Activity) => string {
  const { t } = useTranslation(['home', 'sessions']);
  const format = useFormat();
  return (item) => {
    switch (item.kind) {
      case 'status':
        return t(`sessions:status.${item.to}`);
      case 'paid':
      case 'refunded':
        return t(`activity.${item.kind}`, { amount: format.money(item.amount, item.currency) });
      case 'visited':
      case 'downloaded': {
        const { kind, who, count } = item;
        if (count === null) return who === null ? t(`activity.${kind}Some`) : t(`activity.${kind}SomeBy`, { who });
        // Visitors without an invitation are anonymous, and may be different people.
        return who === null ? t(`activity.${kind}`, { count }) : t(`activity.${kind}By`, { count, who });
      }
      case 'submitted': {
        const count = item.count ?? 1;
        return item.who === null
          ? t('activity.submitted', { count })
          : t('activity.submittedBy', { count, who: item.who });
      }
      case 'commented':
        return item.who === null ? t('activity.commented') : t('activity.commentedBy', { who: item.who });
      case 'accepted':
        return t('activity.accepted', { who: item.who ?? t('activity.visitor') });
      default:
        return t(`activity.${item.kind}`);
    }
  };
}
