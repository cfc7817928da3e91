import { useState } from 'react';
import type { PublicGallery } from '#core/api/public.ts';
import { currentLanguage } from '#web/lib/i18n/i18n.ts';
import { gallerySections } from '../photos/sections.ts';
import { GalleryAccessContext } from '../shell/gallery-access-context.ts';
import { GalleryAccessClient } from '../shell/gallery-access.ts';
import { PublicPage } from '../shell/public-page.tsx';
import { GalleryHeader } from './gallery-header.tsx';
import { GRID_MARGINS, PhotoGrid } from './photo-grid.tsx';

const nothing = () => {};

/** The top of a gallery's page as visitors see it, for the back office: nothing in it can be opened. */
export function GalleryPreview({ page }: { page: PublicGallery }) {
  const { studio, gallery, photos, booking } = page;
  // The member's own token shows the pictures.
  const [access] = useState(
    () => new GalleryAccessClient({ verify: () => new Promise(() => {}), open: true, token: true }),
  );
  const density = gallery.design.spacing ?? studio.theme.spacing;
  return (
    <GalleryAccessContext value={access}>
      <PublicPage site={{ slug: studio.slug, base: `/p/${studio.slug}` }} studio={studio} booking={booking}>
        <GalleryHeader page={page} mayDownload="yes" onOpen={nothing} onDownload={nothing} onFind={null} />
        <div className={`@container mx-auto w-full max-w-(--container) ${GRID_MARGINS[density]}`}>
          <PhotoGrid
            galleryId={gallery.id}
            photos={photos}
            total={gallery.photoCount}
            sections={gallerySections(gallery, currentLanguage())}
            choice={null}
            parts={null}
            density={density}
            design={gallery.design}
            onOpen={nothing}
          />
        </div>
      </PublicPage>
    </GalleryAccessContext>
  );
}
