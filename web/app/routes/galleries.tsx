import type { RouteObject } from 'react-router-dom';
import { GalleriesPage } from '#web/features/galleries/galleries-page.tsx';
import { GalleryPage } from '#web/features/galleries/gallery-page.tsx';
import { NewGalleryPage } from '#web/features/galleries/new-gallery-page.tsx';
import { GalleriesTrashPage } from '#web/features/galleries/trash/trash-page.tsx';
import { PresetPage } from '#web/features/presets/preset-page.tsx';
import { PresetsPage } from '#web/features/presets/presets-page.tsx';
import { WatermarkPage } from '#web/features/watermarks/watermark-page.tsx';
import { WatermarksPage } from '#web/features/watermarks/watermarks-page.tsx';
import { galleryHref, paths, presetHref, watermarkHref } from '#web/lib/paths.ts';
import { requireCapability } from '../route-guard.tsx';
import { SettingsTabs } from '../tabs.tsx';

const { galleries, presets, trash, watermarks } = paths;
const tabs = <SettingsTabs />;

/** Routes of the galleries, the trash, and the presets and watermarks. */
export const galleryRoutes: RouteObject[] = [
  {
    path: galleries,
    element: requireCapability(
      'galleries.read',
      <GalleriesPage newGallery={paths.newGallery} trash={trash} galleryHref={galleryHref} />,
    ),
  },
  {
    path: paths.newGallery,
    element: requireCapability('galleries.write', <NewGalleryPage galleries={galleries} galleryHref={galleryHref} />),
  },
  {
    path: trash,
    element: requireCapability(
      'galleries.delete',
      <GalleriesTrashPage galleries={galleries} galleryHref={galleryHref} />,
    ),
  },
  {
    path: `${paths.gallery}/:tab?`,
    element: requireCapability(
      'galleries.read',
      <GalleryPage galleries={galleries} presets={presets} watermarks={watermarks} galleryHref={galleryHref} />,
    ),
  },
  { path: presets, element: requireCapability('galleries.write', <PresetsPage presetHref={presetHref} tabs={tabs} />) },
  { path: paths.preset, element: requireCapability('galleries.write', <PresetPage presets={presets} />) },
  {
    path: watermarks,
    element: requireCapability('galleries.write', <WatermarksPage watermarkHref={watermarkHref} tabs={tabs} />),
  },
  {
    path: paths.watermark,
    element: requireCapability(
      'galleries.write',
      <WatermarkPage watermarks={watermarks} watermarkHref={watermarkHref} />,
    ),
  },
];
