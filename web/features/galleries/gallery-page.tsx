import { useQuery } from '@rocicorp/zero/react';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router-dom';
import { galleryName } from '#core/domain/galleries/galleries.ts';
import { galleryId as galleryIdSchema } from '#core/domain/values/ids.ts';
import { can, type Capability } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import type { Rename } from '#web/components/layout/editable-title.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { RecordPage } from '#web/components/layout/record-page.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { TabLinks } from '#web/components/ui/lists/tabs.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useMedia } from '#web/lib/browser/use-media.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import type { GalleryRow, TabProps } from '#web/lib/galleries/types.ts';
import { Presence } from '#web/components/layout/presence.tsx';
import { galleryHref, paths } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { AccessTab } from './access/access-tab.tsx';
import { LiveTag } from './access/event-switch.tsx';
import { ActivityTab } from './activity/activity-tab.tsx';
import { type DesignPreviewProps, DesignTab } from './design/design-tab.tsx';
import { GalleryActions, GalleryMenu } from './gallery-actions.tsx';
import { ProofingTag, StatusTag } from './gallery-card.tsx';
import { SettingsTab } from './settings/settings-tab.tsx';

const TABS = ['photos', 'edit', 'design', 'settings', 'access', 'proofing', 'activity'] as const;
type Tab = (typeof TABS)[number];

/** Capability that a tab needs; tabs without an entry are open to every role. */
const NEEDS: Readonly<Partial<Record<Tab, Capability>>> = {
  design: 'galleries.write',
  settings: 'galleries.write',
  access: 'galleries.share',
  activity: 'galleries.share',
};

interface GalleryPageProps {
  /** Content of the photos tab. */
  photos: (gallery: GalleryRow) => ReactNode;
  /** Content of the proofing tab. */
  proofing: (gallery: GalleryRow) => ReactNode;
  /** Figures in the tab Activity. */
  insights: (gallery: GalleryRow) => ReactNode;
  /** Applies a preset to the gallery, in the settings tab. */
  presets: (gallery: GalleryRow) => ReactNode;
  /** Draws the gallery's public page in the design tab. */
  preview: ComponentType<DesignPreviewProps>;
}

/** A gallery; `…/{galleryId}` and `…/{galleryId}/edit` are the same page. */
export function GalleryPage(props: GalleryPageProps) {
  const { t } = useTranslation('galleries');
  const { role } = useAccount();
  const { galleryId = '', tab: tabParam = 'photos' } = useParams();
  // Do not query an address that is not a valid id.
  const valid = galleryIdSchema.safeParse(galleryId).success;
  const [gallery, { type }] = useQuery(valid && queries.galleries.byId({ id: galleryId }));
  const tab = TABS.find((known) => known === tabParam);
  const needs = tab && NEEDS[tab];
  if (!tab || (needs && !can(role, needs))) return <Navigate to={galleryHref(galleryId)} replace />;
  return (
    <RecordPage
      record={gallery?.deletedAt === null ? gallery : null}
      isComplete={!valid || Boolean(gallery) || type === 'complete'}
      missing={{
        title: t('missing.title'),
        text: t('missing.text'),
        back: { to: paths.galleries, label: t('missing.act') },
      }}
    >
      {(present) => <Present gallery={present} tab={tab} {...props} />}
    </RecordPage>
  );
}

/** Returns how the gallery's title is renamed; undefined without the right to. */
function useRename({ id, name }: GalleryRow): Rename | undefined {
  const { t } = useTranslation('galleries');
  const { role } = useAccount();
  const mutate = useMutation();
  if (!can(role, 'galleries.write')) return undefined;
  const request = (to: string) => mutators.galleries.update({ id, changes: { name: to }, now: Date.now() });
  return {
    label: t('rename'),
    needed: t('nameNeeded'),
    read: (typed) => galleryName.safeParse(typed).data ?? null,
    onRename: (to) => mutate(request(to), { done: t('renamed'), undo: () => request(name) }),
  };
}

interface PresentProps extends TabProps, GalleryPageProps {
  tab: Tab;
}

function Present({ gallery, tab, photos, proofing, insights, presets, preview }: PresentProps) {
  const { t } = useTranslation('galleries');
  const { role } = useAccount();
  const format = useFormat();
  const rename = useRename(gallery);
  // On a phone the photos begin sooner with the actions beside the title.
  const isPhone = !useMedia('(min-width: 48rem)');
  const contents: Readonly<Record<Tab, ReactNode>> = {
    photos: photos(gallery),
    edit: photos(gallery),
    design: <DesignTab gallery={gallery} preview={preview} />,
    settings: <SettingsTab gallery={gallery} presets={presets(gallery)} />,
    access: <AccessTab gallery={gallery} />,
    proofing: proofing(gallery),
    activity: <ActivityTab gallery={gallery} insights={insights(gallery)} />,
  };
  const count = gallery.stats?.photoCount ?? 0;
  const tabs = [
    {
      to: galleryHref(gallery.id),
      label: t('tabs.photos'),
      count: format.number(count),
      end: true,
    },
    ...(can(role, 'galleries.write')
      ? [
          { to: galleryHref(gallery.id, 'galleryDesign'), label: t('tabs.design') },
          { to: galleryHref(gallery.id, 'gallerySettings'), label: t('tabs.settings') },
        ]
      : []),
    ...(can(role, 'galleries.share')
      ? [{ to: galleryHref(gallery.id, 'galleryAccess'), label: t('tabs.access') }]
      : []),
    { to: galleryHref(gallery.id, 'galleryProofing'), label: t('tabs.proofing') },
    ...(can(role, 'galleries.share')
      ? [{ to: galleryHref(gallery.id, 'galleryActivity'), label: t('tabs.activity') }]
      : []),
  ];
  return (
    <>
      <PageHeader
        title={gallery.name}
        rename={rename}
        back={{ to: paths.galleries, label: t('title') }}
        detail={
          <>
            <StatusTag gallery={gallery} />
            <ProofingTag gallery={gallery} />
            <LiveTag gallery={gallery} />
            {gallery.customer && <span>{gallery.customer.name}</span>}
            <Presence record={`gallery:${gallery.id}`} />
          </>
        }
        actions={!isPhone && <GalleryActions gallery={gallery} />}
        menu={
          <>
            {isPhone && <GalleryActions gallery={gallery} isSmall />}
            <GalleryMenu gallery={gallery} isPhone={isPhone} />
          </>
        }
        tabs={<TabLinks label={t('tabs.label')} tabs={tabs} />}
      />
      {gallery.heldAt !== null && (
        <div className="mb-6">
          <Banner tone="danger" title={t('blocked.title')}>
            {t('blocked.text')}
          </Banner>
        </div>
      )}
      {contents[tab]}
    </>
  );
}
