// Styles of the lightbox, of an event and of print: part of the first styles, since a failed style sheet is not loaded again.
import { Download } from 'lucide-react';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicGallery, PublicPhoto } from '#core/api/public.ts';
import { textsIn } from '#core/domain/values/translations.ts';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { useHydrated } from '#web/lib/browser/use-hydrated.ts';
import { useColorScheme } from '#web/lib/theme/theme.tsx';
import { archiveFromSearch, isDownloadPending } from '../downloads/download-storage.ts';
import '../lightbox/lightbox.css';
import type { ProofingParts } from '../photos/proofing-parts.ts';
import { gallerySections, namedSections } from '../photos/sections.ts';
import { usePhotoHash } from '../photos/use-photo-hash.ts';
import { usePhotoSelection } from '../photos/use-photo-selection.ts';
import { useAccessState, useGalleryAccess, useIsAccessChecked } from '../shell/gallery-access-context.ts';
import { LazyPart } from '../shell/lazy-part.tsx';
import { PublicPage } from '../shell/public-page.tsx';
import type { StudioSite } from '../shell/routes.ts';
import { GalleryEnd } from './gallery-end.tsx';
import { GalleryHeader, useMayDownload } from './gallery-header.tsx';
import './live.css';
import { OpeningPhoto } from './opening-photo.tsx';
import { GRID_MARGINS, PhotoGrid, type PhotoGridHandle } from './photo-grid.tsx';
import './print.css';
import { SectionNav } from './section-nav.tsx';

/** Says that the network is gone. The gallery stays on the screen. `below`: under the sticky section names. */
function OfflineNote({ below }: { below: boolean }) {
  const { t } = useTranslation(['public', 'common']);
  const galleryAccess = useGalleryAccess();
  const state = useAccessState(galleryAccess);
  if (state.phase !== 'open' || !state.offline) return null;
  return (
    <div className={`sticky z-10 mx-auto w-full max-w-[40rem] px-3 pb-4 ${below ? 'top-14' : 'top-2'}`}>
      <Banner
        tone="warning"
        title={t('offline.title')}
        action={
          <Button size="small" onClick={() => void galleryAccess.renew()}>
            {t('common:retry')}
          </Button>
        }
      >
        {t('offline.text')}
      </Banner>
    </div>
  );
}

export const importDeferredChunk = () => import('./deferred-chunk.ts');
const importLive = () => import('./live-gallery.tsx');
const importDownloads = () => import('../downloads/downloads.tsx');
const importProofing = () => import('../proofing/proofing-part.tsx');

interface GalleryPageProps {
  site: StudioSite;
  page: PublicGallery;
  /** Takes the page with photos that have appeared during an event. */
  onPage?: (page: PublicGallery) => void;
}

/** An open gallery. */
export function GalleryPage({ site, page, onPage }: GalleryPageProps) {
  const { t } = useTranslation(['public', 'common']);
  const { photos, gallery, studio } = page;
  const density = gallery.design.spacing ?? studio.theme.spacing;
  const { photoId: namedId, open, show, close } = usePhotoHash(photos);
  const [isComparing, setComparing] = useState(false);
  // The photo stays in the address while it is compared with others, and is shown again afterwards.
  const photoId = isComparing ? null : namedId;
  const [mounted, setMounted] = useState(false);
  /** Number of the lightbox: a photo that is chosen while one closes gets the next. */
  const [opening, setOpening] = useState(0);
  const [isTileShown, setTileShown] = useState(false);
  const tileShown = useCallback(() => setTileShown(true), []);
  const grid = useRef<PhotoGridHandle>(null);
  const allowed = useIsAccessChecked();
  const language = useLanguage();
  const sections = useMemo(() => gallerySections(gallery, language), [gallery, language]);
  const named = useMemo(() => namedSections(sections), [sections]);
  const [finding, setFinding] = useState(false);
  const [found, setFound] = useState<readonly PublicPhoto[] | null>(null);
  const [kept, setKept] = useState<ReadonlySet<string> | null>(null);
  const [parts, setParts] = useState<ProofingParts | null>(null);
  const shownPage = useMemo(() => pageOf(page, found, kept), [page, found, kept]);
  const shown = shownPage.photos;
  const shownSections = useMemo(
    () => (shownPage === page ? sections : gallerySections(shownPage.gallery, language)),
    [page, shownPage, sections, language],
  );
  const choice = usePhotoSelection(shown);
  const [choosing, setChoosing] = useState(false);
  const downloads = useDownloads(gallery.id);
  const mayDownload = useMayDownload(gallery);
  const access = useAccessState(useGalleryAccess());
  const mayChoose = access.phase === 'open' && (access.rights.select || access.rights.comment);
  if (photoId !== null && !mounted) setMounted(true);
  const tapped = photos.find(({ id }) => id === photoId);
  const later = useDeferredChunk();
  useTitle(`${textsIn(gallery, language).name} · ${studio.name}`);
  useColorScheme(gallery.design.colors);
  return (
    <PublicPage site={site} studio={studio} booking={page.booking}>
      <GalleryHeader
        page={page}
        mayDownload={mayDownload}
        onOpen={open}
        onDownload={downloads.openDialog}
        onFind={gallery.photoCount >= MANY_PHOTOS ? () => setFinding(true) : null}
      />
      {finding && (
        <LazyPart load={importDeferredChunk} wanted onClose={() => setFinding(false)}>
          {({ FindBar }) => (
            <FindBar
              photos={photos}
              onFound={setFound}
              onClose={() => {
                setFinding(false);
                document.querySelector<HTMLElement>('[data-find]')?.focus();
              }}
            />
          )}
        </LazyPart>
      )}
      {named.length > 1 && !finding && <SectionNav sections={named} complete={photos.length >= gallery.photoCount} />}
      <OfflineNote below={named.length > 1} />
      {photos.length === 0 ? (
        <EmptyState title={t('empty.title')}>
          {gallery.event ? t('event.empty') : t('empty.text', { studio: studio.name })}
        </EmptyState>
      ) : (
        <div className={`@container mx-auto w-full max-w-(--container) ${GRID_MARGINS[density]} print:hidden`}>
          <PhotoGrid
            ref={grid}
            galleryId={gallery.id}
            photos={shown}
            total={shownPage.gallery.photoCount}
            sections={shownSections}
            choice={choosing ? choice : null}
            parts={parts}
            density={density}
            design={gallery.design}
            onOpen={open}
          />
          {mayDownload === 'yes' && !choosing && (
            // Stays at the window's bottom while photos are there; the header and the end have their own button.
            <div className="pointer-events-none sticky bottom-[calc(env(safe-area-inset-bottom)+--spacing(4)+var(--menu-below)+var(--bar-below,0px))] z-10 flex justify-end pt-4">
              <IconButton
                label={t('common:download')}
                icon={<Download aria-hidden />}
                onClick={downloads.openDialog}
                className="pointer-events-auto bg-raised shadow-lift max-md:mr-2"
              />
            </div>
          )}
        </div>
      )}
      {photos.length > 0 && photos.length >= gallery.photoCount && (
        <GalleryEnd site={site} page={page} onDownload={mayDownload === 'yes' ? downloads.openDialog : null} />
      )}
      {photos.length < gallery.photoCount && (
        <p className="px-5 py-10 text-center text-soft noscript:hidden print:hidden">{t('restComing')}</p>
      )}
      {(later || mounted) && (
        <LazyPart
          load={importDeferredChunk}
          wanted={photoId}
          onClose={close}
          placeholder={tapped && <OpeningPhoto photo={tapped} onShown={tileShown} onClose={close} />}
        >
          {({ KeepForOffline, Lightbox, PrintSheet, SharpCover }) => (
            <>
              <KeepForOffline site={site} />
              <SharpCover page={page} />
              <PrintSheet page={page} sections={sections} />
              {mounted && allowed && photos.length > 0 && (
                <Lightbox
                  key={opening}
                  page={shownPage}
                  parts={parts ?? (mayChoose ? undefined : null)}
                  photoId={photoId}
                  isShown={isTileShown}
                  onShow={show}
                  onClose={(index) => {
                    if (photoId !== null) close();
                    grid.current?.focusPhoto(index);
                  }}
                  onGone={() => {
                    setMounted(false);
                    setTileShown(false);
                    setOpening((number) => number + 1);
                  }}
                />
              )}
            </>
          )}
        </LazyPart>
      )}
      {mayChoose && (
        <LazyPart load={importProofing} wanted={false}>
          {({ ProofingPart }) => (
            <ProofingPart
              page={page}
              hidden={choosing}
              onParts={setParts}
              onKept={setKept}
              onOpen={open}
              isLightboxOpen={mounted}
              onComparing={setComparing}
            />
          )}
        </LazyPart>
      )}
      {downloads.needed && allowed && (
        <LazyPart load={importDownloads} wanted={downloads.open} onClose={() => downloads.setOpen(false)}>
          {({ Downloads }) => (
            <Suspense>
              <Downloads
                page={page}
                sections={sections}
                choice={choice}
                parts={parts}
                choosing={choosing}
                onChoosing={setChoosing}
                open={downloads.open}
                onOpenChange={downloads.setOpen}
              />
            </Suspense>
          )}
        </LazyPart>
      )}
      {onPage && gallery.event && photos.length >= gallery.photoCount && (
        <LazyPart load={importLive} wanted={false}>
          {({ LiveGallery }) => (
            <LiveGallery
              page={page}
              isBusy={photoId !== null || choosing || finding}
              onPage={onPage}
              onShow={(index) => grid.current?.focusPhoto(index)}
            />
          )}
        </LazyPart>
      )}
    </PublicPage>
  );
}

/** Number of photos from which on visitors can search them. */
const MANY_PHOTOS = 30;

/** Returns the page with the photos found, and of those the kept ones, without sections; the same page without either. */
function pageOf(page: PublicGallery, found: readonly PublicPhoto[] | null, kept: ReadonlySet<string> | null) {
  if (!found && !kept) return page;
  const photos = (found ?? page.photos).filter(({ id }) => kept?.has(id) ?? true);
  return { ...page, gallery: { ...page.gallery, photoCount: photos.length, sections: [] }, photos };
}

/** Sets the document title. The HTML of a private gallery omits its name, so only visitors with access see it. */
function useTitle(title: string) {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** State of the download dialog. Loads it on demand, or when a download can be continued. */
function useDownloads(galleryId: string) {
  const [needed, setNeeded] = useState(false);
  const [open, setOpen] = useState(false);
  const hydrated = useHydrated();
  const [asked, setAsked] = useState(false);
  if (hydrated && !asked) {
    setAsked(true);
    setNeeded(isDownloadPending(galleryId));
    setOpen(archiveFromSearch(location.search) !== null);
  }
  const openDialog = () => {
    setNeeded(true);
    setOpen(true);
  };
  return { needed, open, setOpen, openDialog };
}

/**
 * Returns true once the first images are loading: what the chunk shows without a tap waits for them. Its script is
 * requested before the page is rendered (page-load.ts), so that the first tap finds it on the device.
 */
function useDeferredChunk(): boolean {
  const [later, setLater] = useState(false);
  useEffect(() => {
    // Safari has no requestIdleCallback.
    const timer = setTimeout(() => setLater(true), 2000);
    return () => clearTimeout(timer);
  }, []);
  return later;
}
