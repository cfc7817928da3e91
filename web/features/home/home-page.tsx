import { useQuery } from '@rocicorp/zero/react';
import { clsx } from 'clsx';
import { Plus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PREVIEW } from '#core/domain/photos/image-sources.ts';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { PhotoFrame } from '#web/components/ui/lists/image.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { galleryHref, paths } from '#web/lib/paths.ts';
import { imageSrc } from '#web/lib/photo-grid/image-src.ts';
import { useImagesReady } from '#web/lib/photo-grid/image-token.tsx';
import { placeholderUrl } from '#web/lib/photo-grid/thumbhash.ts';
import { useTypeStates } from '#web/lib/sessions/use-type-states.ts';
import { useSettled } from '#web/lib/sync/use-settled.ts';
import type { AttentionDialogs } from './attention-acts.tsx';
import { Agenda, useAgenda } from './agenda.tsx';
import { AttentionList, useAttention } from './attention-list.tsx';
import { FirstSteps, useFirstSteps } from './first-steps.tsx';
import { RecentActivity, useRecentActivity } from './recent-activity.tsx';
import { Revenue, useRevenue } from './revenue.tsx';
import type { HomeGallery } from './types.ts';

const AT_MOST = 4;

/** The most recently updated galleries. */
function RecentGalleries({ galleries }: { galleries: readonly HomeGallery[] }) {
  const { t } = useTranslation('home');
  const id = useId();
  const recent = galleries.toSorted((a, b) => b.updatedAt - a.updatedAt).slice(0, AT_MOST);
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={id} className="text-lead font-semibold">
          {t('recent.title')}
        </h2>
        <Link to={paths.galleries} className="thumb text-soft">
          {t('recent.all')}
        </Link>
      </div>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-6 lg:grid-cols-4">
        {recent.map((gallery) => (
          <li key={gallery.id} className="relative flex flex-col gap-2">
            <Print gallery={gallery} />
            <Link to={galleryHref(gallery.id)} className="truncate row-link">
              {gallery.name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Print({ gallery }: { gallery: HomeGallery }) {
  const { t } = useTranslation('home');
  const ready = useImagesReady();
  const cover = gallery.coverPhoto;
  if (cover?.status !== 'ready' || !cover.width || !cover.height) return <PhotoFrame>{t('recent.noCover')}</PhotoFrame>;
  return (
    <PhotoFrame
      photo={{
        src: ready ? imageSrc(gallery.id, cover.fileId, PREVIEW) : undefined,
        width: cover.width,
        height: cover.height,
        placeholder: placeholderUrl(cover.thumbhash),
      }}
    />
  );
}

interface HomePageProps {
  tabs?: ReactNode;
  /** Takes photos that start a gallery. */
  upload?: ReactNode;
  /** Opens a sample gallery. */
  sample?: ReactNode;
  dialogs: AttentionDialogs;
}

/** Returns the first name of the signed-in member; empty while it is unknown. */
function useFirstName(): string {
  const { session } = useAuth();
  const [members] = useQuery(queries.team.members());
  const { name = '', email = '' } = members.find(({ userId }) => userId === session?.user.id) ?? {};
  // A member without a name is listed by their address, or the part of it before the @, in lower case.
  const isAddress = name === email || name === email.split('@')[0];
  return isAddress ? '' : (name.trim().split(/\s+/)[0] ?? '');
}

/** The home screen: tasks, agenda, upload, recent galleries, revenue and recent activity. */
export function HomePage({ tabs, upload, sample, dialogs }: HomePageProps) {
  const { t } = useTranslation('home');
  const { name, role } = useAccount();
  const firstName = useFirstName();
  const format = useFormat();
  const [galleries, { type }] = useQuery(queries.galleries.list({ limit: 1000 }));
  const [account] = useQuery(queries.accounts.current());
  const stored = account?.usage?.storageBytes ?? 0;
  const isKnown = type === 'complete';
  const types = useTypeStates();
  const attention = useAttention(galleries, types);
  const { steps, ...firstSteps } = useFirstSteps(galleries, types);
  const agenda = useAgenda();
  const revenue = useRevenue();
  const activity = useRecentActivity(galleries);
  const answers = [attention, firstSteps, agenda, ...(revenue ? [revenue] : [])];
  // All sections together. Recent activity is last, and moves nothing.
  const isSettled = useSettled({
    isComplete: isKnown && answers.every(({ isComplete }) => isComplete),
    hasRows: galleries.length > 0,
  });
  return (
    <>
      <PageHeader
        title={t('title', { name: firstName || name })}
        actions={
          <div className="hidden flex-wrap gap-2 md:flex">
            <QuickCreate />
          </div>
        }
        tabs={tabs}
      />
      {/* Below the tabs, which have the same position on every screen. */}
      <div className="flex flex-wrap gap-2 pb-8 md:hidden">
        <QuickCreate />
      </div>
      {!isSettled && <Skeleton className="h-64" />}
      {isSettled && (
        <div className="grid grid-cols-1 gap-x-12 gap-y-12 lg:grid-cols-[minmax(0,1fr)_22rem]">
          {/* One column on phones, ordered by urgency. */}
          <div className="flex min-w-0 flex-col gap-12 max-lg:contents">
            {isKnown && steps.length > 0 && <FirstSteps steps={steps} sample={sample} />}
            {can(role, 'sessions.read') && <Agenda {...agenda} />}
            {(galleries.length > 0 || upload) && (
              <div className="flex flex-col gap-6 max-lg:order-2">
                {upload}
                {galleries.length > 0 && <RecentGalleries galleries={galleries} />}
              </div>
            )}
          </div>
          <div className="flex min-w-0 flex-col gap-12 max-lg:contents">
            <div className="max-lg:order-first">
              <AttentionList items={attention.items} isComplete={isKnown && attention.isComplete} dialogs={dialogs} />
            </div>
            {revenue && (
              <div className="max-lg:order-1">
                <Revenue {...revenue} />
              </div>
            )}
            {activity.length > 0 && (
              <div className="max-lg:order-3">
                <RecentActivity shown={activity} />
              </div>
            )}
            {stored > 0 && (
              <p className="text-caption text-soft max-lg:order-4">{t('storage', { size: format.bytes(stored) })}</p>
            )}
          </div>
        </div>
      )}
    </>
  );
}

/** Links to the forms for a new client, gallery and session, as far as the role may create them. */
function QuickCreate() {
  const { t } = useTranslation('home');
  const { role } = useAccount();
  const offers = [
    { capability: 'customers.write', to: paths.newCustomer, label: t('newClient') },
    { capability: 'galleries.write', to: paths.newGallery, label: t('newGallery') },
    { capability: 'sessions.write', to: paths.newSession, label: t('newSession') },
  ] as const;
  const mine = offers.filter(({ capability }) => can(role, capability));
  return mine.map(({ to, label }, index) => {
    const isFirst = index === mine.length - 1;
    return (
      <Link
        key={to}
        to={to}
        className={clsx(
          buttonClass({ variant: isFirst ? 'primary' : 'secondary' }),
          // Narrow enough for two beside each other at 375 px, also in Spanish.
          'max-sm:grow max-sm:px-3',
          isFirst && 'max-sm:order-first max-sm:w-full',
        )}
      >
        <Plus aria-hidden className="size-4" />
        {label}
      </Link>
    );
  });
}
