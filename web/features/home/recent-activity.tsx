import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { sessionStatus } from '#core/domain/sessions.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '#web/lib/accounts.tsx';
import { formatRecent } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Block } from './block.tsx';
import type { HomePlaces } from './places.ts';

const AT_MOST = 6;
const statusDetails = z.object({ to: sessionStatus });

/** What happened to sessions lately, whoever did it. */
export function RecentActivity({ sessionHref }: Pick<HomePlaces, 'sessionHref'>) {
  const { t } = useTranslation(['home', 'sessions']);
  const { timeZone } = useAccount();
  const now = useNow();
  const [events] = useQuery(queries.sessions.recentEvents({ limit: AT_MOST }));
  // One that went to the trash is told of no longer.
  const shown = events.filter(({ session }) => session && session.deletedAt === null);
  if (shown.length === 0) return null;
  const wordsOf = ({ kind, details }: (typeof shown)[number]) => {
    const to = statusDetails.safeParse(details);
    if (kind === 'status' && to.success) return t(`sessions:status.${to.data.to}`);
    return kind === 'status' ? '' : t(`activity.${kind}`);
  };
  return (
    <Block title={t('activity.title')}>
      <ol className="divide-y divide-line border-y border-line">
        {shown.map((event) => (
          <li
            key={event.id}
            className="relative flex items-baseline justify-between gap-4 py-2.5 has-[a:hover]:bg-hover"
          >
            <span className="min-w-0 truncate">
              <Link to={sessionHref(event.sessionId)} className="no-underline after:absolute after:inset-0">
                {event.session?.customer?.name ?? t('sessions:nobody')}
              </Link>
              <span className="text-soft">{` · ${wordsOf(event)}`}</span>
            </span>
            <time dateTime={new Date(event.at).toISOString()} className="shrink-0 text-caption text-soft">
              {formatRecent(event.at, currentLanguage(), timeZone, now)}
            </time>
          </li>
        ))}
      </ol>
    </Block>
  );
}
