import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicGallery, PublicPhoto } from '#core/api/public.ts';
import { downloadHref } from '#core/domain/photos/image-sources.ts';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import type { ProofingParts } from '../photos/proofing-parts.ts';
import { isPinVerified } from '../downloads/download-storage.ts';
import { useFailureText } from '../shell/failure.ts';
import { useApi } from '../shell/public-api.ts';
import { useAccessState, useGalleryAccess } from '../shell/gallery-access-context.ts';
import { isInAppBrowser } from '../shell/in-app-browser.ts';
import { LazyPart } from '../shell/lazy-part.tsx';
import type { SlideshowBarProps } from './slideshow-bar.tsx';

const importDownloads = () => import('../downloads/downloads.tsx');

interface DownloadPanelProps {
  gallery: PublicGallery['gallery'];
  photo: PublicPhoto;
}

const PANEL =
  'pswp__hide-on-close absolute right-2 flex w-72 max-w-[calc(100%-1rem)] animate-appear flex-col gap-2 rounded-control border border-line bg-raised p-4 text-ink shadow-lift top-[calc(env(safe-area-inset-top)+--spacing(15))] max-sm:top-auto max-sm:inset-x-2 max-sm:mx-auto max-sm:bottom-[calc(env(safe-area-inset-bottom)+--spacing(17))]';

/** Returns the sizes that this visitor may download of a photo, the original first. */
export function useDownloadSizes({ downloads }: PublicGallery['gallery'], photo: PublicPhoto | undefined) {
  const state = useAccessState(useGalleryAccess());
  const may = state.phase === 'open' && state.rights.download;
  return (['original', 'web'] as const).filter(
    (size) => may && downloads[size] && !(size === 'web' && photo?.noPreview),
  );
}

/** Saves a photo to the phone's photos, in the size that the visitor chooses where several are permitted. */
export function SavePanel({ gallery, photo }: DownloadPanelProps) {
  const { t } = useTranslation('public');
  const sizes = useDownloadSizes(gallery, photo).slice(0, photo.video === undefined ? 2 : 1);
  const [chosen, setChosen] = useState<(typeof sizes)[number] | null>(null);
  const size = chosen ?? (sizes.length === 1 ? sizes[0] : undefined);
  return (
    <section aria-label={t('lightbox.save')} className={PANEL}>
      {size ? (
        <LazyPart load={importDownloads} wanted>
          {({ SaveToPhotos }) => (
            <Suspense>
              <SaveToPhotos galleryId={gallery.id} photos={[photo]} size={size} />
            </Suspense>
          )}
        </LazyPart>
      ) : (
        sizes.map((each) => (
          <Button key={each} variant={each === sizes[0] ? 'primary' : 'secondary'} onClick={() => setChosen(each)}>
            {t(`download.${each}`)}
          </Button>
        ))
      )}
    </section>
  );
}

/** Lists the download sizes, or says why none is permitted. */
export function DownloadPanel({ gallery, photo }: DownloadPanelProps) {
  const { t } = useTranslation('public');
  const state = useAccessState(useGalleryAccess());
  const may = state.phase === 'open' && state.rights.download;
  // A plain link cannot ask for a PIN: its answer would replace the page.
  const [locked, setLocked] = useState(() => gallery.downloads.pin && !isPinVerified(gallery.id));
  const isPhoto = photo.video === undefined;
  const api = useApi();
  const failureText = useFailureText();
  const [failure, setFailure] = useState<unknown>(null);
  const download = async (link: HTMLAnchorElement) => {
    const failed: unknown = await api.checkDownload(link.href).then(
      () => null,
      (error: unknown) => error,
    );
    setFailure(failed);
    // The copy has no handler.
    if (failed === null) (link.cloneNode() as HTMLAnchorElement).click();
  };
  // A video has one size.
  const sizes = useDownloadSizes(gallery, photo).slice(0, isPhoto ? 2 : 1);
  return (
    <section aria-label={t(isPhoto ? 'download.title' : 'download.video')} className={PANEL}>
      {locked && sizes.length > 0 && (
        <LazyPart load={importDownloads} wanted>
          {({ PinPrompt }) => (
            <Suspense>
              <PinPrompt galleryId={gallery.id} onOpen={() => setLocked(false)} />
            </Suspense>
          )}
        </LazyPart>
      )}
      {(locked ? [] : sizes).map((size) => (
        <a
          key={size}
          href={downloadHref(gallery.id, photo.id, size)}
          // The server sends the file name and an attachment header. The attribute keeps the page open.
          download={photo.filename}
          onClick={(event) => {
            event.preventDefault();
            void download(event.currentTarget);
          }}
          className={buttonClass({ variant: size === sizes[0] ? 'primary' : 'secondary' })}
        >
          {t(isPhoto ? `download.${size}` : 'download.video')}
        </a>
      ))}
      {failure !== null && (
        <p role="alert" className="text-caption text-danger">
          {failureText(failure)}
        </p>
      )}
      {!(locked && sizes.length > 0) && (
        <p className="text-caption text-soft">{t(hintOf(sizes.length, may, isPhoto))}</p>
      )}
    </section>
  );
}

function hintOf(sizes: number, may: boolean, isPhoto: boolean) {
  if (!may) return 'download.notYours' as const;
  if (sizes === 0) return 'download.off' as const;
  if (isInAppBrowser(navigator.userAgent)) return 'download.inApp' as const;
  return isPhoto ? ('download.hint' as const) : ('download.videoHint' as const);
}

interface KeyListProps {
  /** Hook that returns further keys. */
  useMore: ProofingParts['useKeys'];
}

/** Lists the keyboard shortcuts of the lightbox. */
export function KeyList({ useMore }: KeyListProps) {
  const { t } = useTranslation('public');
  const keys = [
    ...useMore(),
    ['← →', t('keys.step')],
    ['Home End', t('keys.ends')],
    [t('keys.space'), t('keys.play')],
    ['Z', t('keys.zoom')],
    ['Esc', t('keys.close')],
    ['?', t('keys.help')],
  ] as const;
  return (
    <section
      aria-label={t('keys.title')}
      className="pswp__hide-on-close absolute top-[calc(env(safe-area-inset-top)+--spacing(15))] right-2 w-72 max-w-[calc(100%-1rem)] animate-appear rounded-control border border-line bg-raised p-4 text-ink shadow-lift"
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        {keys.map(([key, does]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-print border border-edge px-1.5 font-sans text-caption whitespace-nowrap">
                {key}
              </kbd>
            </dt>
            <dd className="text-caption">{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

// Its control has 20 KB that the first tap on a photo does not wait for.
const importSlideshowBar = () => import('./slideshow-bar.tsx');

export function SlideshowPart(props: SlideshowBarProps) {
  return (
    <LazyPart load={importSlideshowBar} wanted={false}>
      {({ SlideshowBar }) => <SlideshowBar {...props} />}
    </LazyPart>
  );
}
