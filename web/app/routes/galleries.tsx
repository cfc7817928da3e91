import { lazy, Suspense } from 'react';
import type { RouteObject } from 'react-router-dom';
import { can } from '#core/domain/studio/roles.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { GalleriesPage } from '#web/features/galleries/galleries-page.tsx';
import { GalleryPage } from '#web/features/galleries/gallery-page.tsx';
import { NewGalleryPage } from '#web/features/galleries/new-gallery-page.tsx';
import { GalleriesTrashPage } from '#web/features/galleries/trash/trash-page.tsx';
import { OrdersSection } from '#web/features/payments/orders-section.tsx';
import { PhotosTab } from '#web/features/photos/photos-tab.tsx';
import { NewGalleryDropzone } from '#web/features/photos/new-gallery-dropzone.tsx';
import { ApplyPreset } from '#web/features/presets/apply-preset.tsx';
import { PresetPage } from '#web/features/presets/preset-page.tsx';
import { PresetsPage } from '#web/features/presets/presets-page.tsx';
import { useFolderUpload } from '#web/features/photos/use-folder-upload.ts';
import { WatermarkPage } from '#web/features/watermarks/watermark-page.tsx';
import { WatermarksPage } from '#web/features/watermarks/watermarks-page.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { importTwice } from '#web/lib/browser/outdated-page.ts';
import { paths } from '#web/lib/paths.ts';
import { GalleryPreview } from '../gallery-preview.tsx';
import { requireCapability } from '../route-guard.tsx';
import { SettingsTabs } from '../tabs.tsx';

// Lazy: it includes the parser of CSV, which few visits need.
const GalleriesImport = lazy(async () => {
  const { GalleriesImport: component } = await importTwice(
    () => import('#web/features/imports/page/galleries-import.tsx'),
  );
  return { default: component };
});

// Lazy: few visits to a gallery are about its clients' choice.
const ProofingTab = lazy(async () => {
  const { ProofingTab: component } = await importTwice(() => import('#web/features/proofing/proofing-tab.tsx'));
  return { default: component };
});

// Lazy: figures are looked at now and then.
const GalleryInsights = lazy(async () => {
  const { GalleryInsights: component } = await importTwice(() => import('#web/features/insights/gallery-insights.tsx'));
  return { default: component };
});

/** Orders of a gallery without a session that pays, for roles that may see money. */
function GalleryMoney({ galleryId, customerId }: { galleryId: string; customerId: string | null }) {
  const { role } = useAccount();
  return can(role, 'money.read') ? <OrdersSection of={{ galleryId }} customerId={customerId} /> : null;
}

/** The form of a new gallery, with the field that starts one from its photos. */
function NewGallery() {
  const upload = useFolderUpload();
  return <NewGalleryPage Dropzone={NewGalleryDropzone} upload={(id, files) => void upload(id, [], files)} />;
}

const tabs = <SettingsTabs />;

/** Routes of the galleries, the trash, and the presets and watermarks. */
export const galleryRoutes: RouteObject[] = [
  {
    path: paths.galleries,
    element: requireCapability('galleries.read', <GalleriesPage />),
  },
  {
    path: paths.newGallery,
    element: requireCapability('galleries.write', <NewGallery />),
  },
  {
    path: paths.importGalleries,
    element: requireCapability('galleries.write', <GalleriesImport />),
  },
  {
    path: paths.trash,
    element: requireCapability('galleries.delete', <GalleriesTrashPage />),
  },
  {
    path: `${paths.gallery}/:tab?`,
    element: requireCapability(
      'galleries.read',
      <GalleryPage
        photos={(gallery) => <PhotosTab gallery={gallery} />}
        insights={({ id, name }) => (
          <Suspense fallback={<LoadingPlaceholder className="h-96" />}>
            <GalleryInsights galleryId={id} name={name} />
          </Suspense>
        )}
        proofing={(gallery) => (
          <Suspense fallback={<LoadingPlaceholder className="h-96" />}>
            <div className="flex flex-col gap-12">
              <ProofingTab gallery={gallery} />
              <GalleryMoney galleryId={gallery.id} customerId={gallery.customerId} />
            </div>
          </Suspense>
        )}
        presets={(gallery) => <ApplyPreset gallery={gallery} />}
        preview={GalleryPreview}
      />,
    ),
  },
  { path: paths.presets, element: requireCapability('galleries.write', <PresetsPage tabs={tabs} />) },
  { path: paths.preset, element: requireCapability('galleries.write', <PresetPage />) },
  {
    path: paths.watermarks,
    element: requireCapability('galleries.write', <WatermarksPage tabs={tabs} />),
  },
  {
    path: paths.watermark,
    element: requireCapability('galleries.write', <WatermarkPage />),
  },
];
