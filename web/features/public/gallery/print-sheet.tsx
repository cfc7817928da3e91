import { type CSSProperties, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { PublicGallery } from '#core/api/public.ts';
import { textsIn } from '#core/domain/values/translations.ts';
import { currentLanguage } from '#web/lib/i18n/i18n.ts';
import { photoSources } from '#core/domain/photos/image-sources.ts';
import { placeholderImage } from '../photos/photo-image.tsx';
import { type GallerySection, namedSections } from '../photos/sections.ts';
import { longDate } from '../shell/long-date.ts';

interface PrintSheetProps {
  page: PublicGallery;
  sections: readonly GallerySection[];
}

/** Maximum number of photos, about 20 pages: laying out thousands of images for printing blocks the browser. */
const MOST_PHOTOS = 400;

/** Printed gallery: title, and thumbnails with file names. Rendered only while printing. */
export function PrintSheet({ page, sections }: PrintSheetProps) {
  const { t } = useTranslation('public');
  const printing = usePrinting();
  if (!printing) return null;
  const { gallery, studio, photos } = page;
  const shown = photos.slice(0, MOST_PHOTOS);
  const headings = new Map(namedSections(sections).map((section) => [section.first, section.name]));
  return (
    <div className="hidden print:block">
      <h1 className="text-title font-semibold">{textsIn(gallery, currentLanguage()).name}</h1>
      <p className="pb-6">
        {[
          studio.name,
          gallery.date !== null && longDate(gallery.date, currentLanguage(), studio.timeZone),
          t('photoCount', { count: gallery.photoCount }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className="print-sheet">
        {shown.map((photo, index) => (
          <PrintedPhoto key={photo.id} galleryId={gallery.id} photo={photo} heading={headings.get(index)} />
        ))}
      </div>
      {photos.length > shown.length && (
        <p className="pt-4">{t('photoOf', { number: shown.length, total: gallery.photoCount })}</p>
      )}
    </div>
  );
}

interface PrintedPhotoProps {
  galleryId: string;
  photo: PublicGallery['photos'][number];
  heading: string | undefined;
}

function PrintedPhoto({ galleryId, photo, heading }: PrintedPhotoProps) {
  const { width, height, filename, thumbhash } = photo;
  const placeholder = placeholderImage(thumbhash);
  return (
    <>
      {heading && <h2 className="text-lead font-semibold">{heading}</h2>}
      <figure style={{ '--ratio': width / height } as CSSProperties}>
        {/* The smallest rendition: those shown before come from the browser's cache. */}
        <img
          alt=""
          src={photoSources(galleryId, photo).srcSet.split(' ')[0]}
          style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}
        />
        <figcaption>{filename}</figcaption>
      </figure>
    </>
  );
}

/** Returns true while the browser lays the page out for printing. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const media = matchMedia('print');
    // Render synchronously: the browser lays out as soon as its listeners have returned.
    const changed = () => flushSync(() => setPrinting(media.matches));
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    media.addEventListener('change', changed);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      media.removeEventListener('change', changed);
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return printing;
}
