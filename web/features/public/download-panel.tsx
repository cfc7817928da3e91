import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicGallery, PublicPhoto } from '#core/api/public.ts';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { useGalleryAccess, useAccessState } from './door-context.ts';
import { isPinVerified } from './downloads/memory.ts';
import { isInAppBrowser } from './in-app-browser.ts';
import { downloadHref } from '#core/domain/photo-sources.ts';

const PinPrompt = lazy(async () => ({ default: (await import('./downloads/downloads.tsx')).PinDoor }));

interface DownloadPanelProps {
  gallery: PublicGallery['gallery'];
  photo: PublicPhoto;
}

/** The sizes that may be saved; where none may, why. */
export function DownloadPanel({ gallery, photo }: DownloadPanelProps) {
  const { t } = useTranslation('public');
  const state = useAccessState(useGalleryAccess());
  const may = state.phase === 'open' && state.rights.download;
  // A link cannot ask for a PIN: its answer would take the page's place.
  const [locked, setLocked] = useState(() => gallery.downloads.pin && !isPinVerified(gallery.id));
  const sizes = (['original', 'web'] as const).filter((size) => may && gallery.downloads[size]);
  return (
    <section
      aria-label={t('download.title')}
      className="pswp__hide-on-close absolute top-[calc(env(safe-area-inset-top)+--spacing(15))] right-2 flex w-72 max-w-[calc(100%-1rem)] animate-appear flex-col gap-2 rounded-control border border-line bg-raised p-4 text-ink shadow-lift"
    >
      {locked && sizes.length > 0 && (
        <Suspense>
          <PinPrompt galleryId={gallery.id} onOpen={() => setLocked(false)} />
        </Suspense>
      )}
      {(locked ? [] : sizes).map((size) => (
        <a
          key={size}
          href={downloadHref(gallery.id, photo.id, size)}
          // The server names the file and answers as an attachment; the attribute keeps the page where it is.
          download={photo.filename}
          className={buttonClass({ variant: size === sizes[0] ? 'primary' : 'secondary' })}
        >
          {t(`download.${size}`)}
        </a>
      ))}
      {!(locked && sizes.length > 0) && <p className="text-caption text-soft">{t(hintOf(sizes.length, may))}</p>}
    </section>
  );
}

function hintOf(sizes: number, may: boolean) {
  if (!may) return 'download.notYours' as const;
  if (sizes === 0) return 'download.off' as const;
  return isInAppBrowser(navigator.userAgent) ? ('download.inApp' as const) : ('download.hint' as const);
}
