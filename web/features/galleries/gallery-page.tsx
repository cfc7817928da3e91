import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router-dom';
import { galleryId as galleryIdSchema } from '#core/domain/ids.ts';
import { can, type Capability } from '#core/domain/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { TabLinks } from '#web/components/ui/lists/tabs.tsx';
import { PhotosTab } from '#web/features/photos/photos-tab.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import type { TabProps } from '#web/lib/galleries/types.ts';
import { galleryHref, paths } from '#web/lib/paths.ts';
import { AccessTab } from './access/access-tab.tsx';
import { ActivityTab } from './activity/activity-tab.tsx';
import { GalleryActions } from './gallery-actions.tsx';
import { StatusTag } from './gallery-card.tsx';
import { SettingsTab } from './settings/settings-tab.tsx';

const TABS = {
  photos: PhotosTab,
  edit: PhotosTab,
  settings: SettingsTab,
  access: AccessTab,
  activity: ActivityTab,
} as const;

/** Capability that a tab needs; tabs without an entry are open to every role. */
const NEEDS: Readonly<Partial<Record<keyof typeof TABS, Capability>>> = {
  settings: 'galleries.write',
  access: 'galleries.share',
  activity: 'galleries.share',
};

/** A gallery; `…/{galleryId}` and `…/{galleryId}/edit` are the same page (spec §2). */
export function GalleryPage() {
  const { t } = useTranslation('galleries');
  const { role } = useAccount();
  const { galleryId = '', tab = 'photos' } = useParams();
  // Do not query an address that is not a valid id.
  const valid = galleryIdSchema.safeParse(galleryId).success;
  const [gallery, { type }] = useQuery(queries.galleries.byId({ id: galleryId }), { enabled: valid });
  const needs = NEEDS[tab as keyof typeof TABS];
  if (!(tab in TABS) || (needs && !can(role, needs))) return <Navigate to={galleryHref(galleryId)} replace />;
  const present = gallery && gallery.deletedAt === null ? gallery : null;
  if (present) return <Present gallery={present} tab={tab as keyof typeof TABS} />;
  // Only a complete result proves that the gallery does not exist.
  if (valid && !gallery && type !== 'complete') return <LoadingPlaceholder className="mt-8 h-24" />;
  return (
    <EmptyState
      title={t('missing.title')}
      action={
        <Link to={paths.galleries} className={buttonClass()}>
          {t('missing.act')}
        </Link>
      }
    >
      {t('missing.text')}
    </EmptyState>
  );
}

interface PresentProps extends TabProps {
  tab: keyof typeof TABS;
}

function Present({ gallery, tab }: PresentProps) {
  const { t } = useTranslation('galleries');
  const { role } = useAccount();
  const format = useFormat();
  const Tab = TABS[tab];
  const count = gallery.stats?.photoCount ?? 0;
  const tabs = [
    {
      to: galleryHref(gallery.id),
      label: t('tabs.photos'),
      count: format.number(count),
      end: true,
    },
    ...(can(role, 'galleries.write')
      ? [{ to: galleryHref(gallery.id, 'gallerySettings'), label: t('tabs.settings') }]
      : []),
    ...(can(role, 'galleries.share')
      ? [
          { to: galleryHref(gallery.id, 'galleryAccess'), label: t('tabs.access') },
          { to: galleryHref(gallery.id, 'galleryActivity'), label: t('tabs.activity') },
        ]
      : []),
  ];
  return (
    <>
      <PageHeader
        title={gallery.name}
        back={{ to: paths.galleries, label: t('title') }}
        detail={
          <>
            <StatusTag gallery={gallery} />
            {gallery.customer && <span>{gallery.customer.name}</span>}
          </>
        }
        actions={<GalleryActions gallery={gallery} />}
        tabs={<TabLinks label={t('tabs.label')} tabs={tabs} />}
      />
      <Tab key={gallery.id} gallery={gallery} />
    </>
  );
}
