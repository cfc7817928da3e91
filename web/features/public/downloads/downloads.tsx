import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicGallery } from '#core/api/public.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useHistoryLayer } from '#web/lib/browser/history-layer.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import type { ProofingParts } from '../photos/proofing-parts.ts';
import type { GallerySection } from '../photos/sections.ts';
import type { PhotoSelection } from '../photos/use-photo-selection.ts';
import { useApi } from '../shell/public-api.ts';
import { archiveProgress } from './archive-progress.tsx';
import { ArchiveRequest, type ArchiveState } from './archive-request.ts';
import { DownloadDialog } from './download-dialog.tsx';
import { downloadBytes, downloadSizes, photosInScope } from './download-options.ts';
import { archiveFromSearch, archiveStorage } from './download-storage.ts';

export { PinPrompt } from './pin-form.tsx';
export { SaveToPhotos } from './save-to-photos.tsx';

interface DownloadsProps {
  page: PublicGallery;
  sections: readonly GallerySection[];
  choice: PhotoSelection;
  parts: ProofingParts | null;
  choosing: boolean;
  onChoosing: (choosing: boolean) => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Downloads of several photos. Loaded on demand, or when a visitor returns to a download. */
export function Downloads(props: DownloadsProps) {
  const { page, sections, choice, parts, choosing, onChoosing, open, onOpenChange } = props;
  const api = useApi();
  const galleryId = page.gallery.id;
  const [order] = useState(() => new ArchiveRequest({ api, galleryId, storage: archiveStorage(galleryId) }));
  const state = useSyncExternalStore(order.subscribe, order.state);
  useEffect(() => {
    const mailed = archiveFromSearch(location.search);
    const archiveId = mailed ?? archiveStorage(galleryId).read();
    // The tab stores the id from here on. Remove it from the URL, so that a shared URL is the gallery's.
    if (mailed !== null) history.replaceState(history.state, '', location.pathname + location.hash);
    if (archiveId !== null) void order.resume(archiveId);
    return () => order.stop();
  }, [order, galleryId]);
  const cancelChoosing = () => {
    choice.clear();
    onChoosing(false);
  };
  useHistoryLayer(choosing, cancelChoosing);
  const changeOpen = (next: boolean) => {
    // Clear the selection once its download is ordered.
    if (!next && choosing && (state.step === 'preparing' || state.step === 'ready')) {
      cancelChoosing();
    }
    onOpenChange(next);
  };
  if (choosing && !open) {
    return (
      <SelectionBar
        page={page}
        choice={choice}
        parts={parts}
        onDone={() => {
          order.back();
          onOpenChange(true);
        }}
        onCancel={cancelChoosing}
      />
    );
  }
  return (
    <>
      <DownloadDialog
        page={page}
        sections={sections}
        chosen={choice.chosen}
        order={order}
        state={state}
        open={open}
        onOpenChange={changeOpen}
        onChoose={() => {
          onChoosing(true);
          onOpenChange(false);
        }}
      />
      {!open && <DownloadNote state={state} onOpen={() => onOpenChange(true)} />}
    </>
  );
}

/** Shows the progress of a download while the dialog is closed. */
function DownloadNote({ state, onOpen }: { state: ArchiveState; onOpen: () => void }) {
  const { t } = useTranslation('downloads');
  const format = useFormat();
  if (state.step !== 'preparing' && state.step !== 'ready') return null;
  const percent = state.step === 'preparing' ? format.percent(archiveProgress(state.archive)) : '';
  return (
    // Leaves space for the page's round download button beside it.
    <div className="fixed inset-x-17 bottom-[calc(env(safe-area-inset-bottom)+--spacing(4)+var(--bar-below,0px))] z-20 flex animate-rise justify-center print:hidden">
      <Button onClick={onOpen} className="bg-raised! tabular-nums shadow-lift">
        {state.step === 'ready' ? t('pill.ready') : t('pill.preparing', { percent })}
      </Button>
    </div>
  );
}

interface SelectionBarProps {
  page: PublicGallery;
  choice: PhotoSelection;
  /** Null for visitors who cannot choose. */
  parts: ProofingParts | null;
  onDone: () => void;
  onCancel: () => void;
}

/** Bar at the bottom of the window while photos are being selected: their number and actions. */
function SelectionBar({ page, choice, parts, onDone, onCancel }: SelectionBarProps) {
  const { t } = useTranslation(['downloads', 'common']);
  const format = useFormat();
  const { chosen, toggleAll } = choice;
  const { photos } = page;
  const size = downloadSizes(page.gallery)[0] ?? 'web';
  const bytes = downloadBytes(photosInScope({ what: 'photos', ids: [...chosen] }, photos, []), size);
  useSelectionKeys({ onCancel, onAll: () => toggleAll(0, photos.length) });
  return (
    <section
      aria-label={t('bar.label')}
      className="fixed inset-x-0 bottom-0 z-20 animate-sheet border-t border-line bg-raised pb-safe text-ink shadow-lift print:hidden"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 md:px-8">
        <output className="font-medium tabular-nums max-sm:basis-full">
          {t('bar.count', { count: chosen.size })}
          {chosen.size > 0 && bytes !== null && (
            <span className="font-normal text-soft">{`, ${format.bytes(bytes)}`}</span>
          )}
        </output>
        <span className="flex flex-wrap gap-2 max-sm:basis-full max-sm:justify-between">
          <Button variant="quiet" onClick={() => toggleAll(0, photos.length)}>
            {t(chosen.size === photos.length ? 'bar.none' : 'bar.all')}
          </Button>
          <Button onClick={onCancel}>{t('common:cancel')}</Button>
          {parts && <parts.CompareSelection photoIds={[...chosen]} onCompare={onCancel} />}
          <Button variant="primary" disabled={chosen.size === 0} onClick={onDone} className="max-sm:grow">
            {t('start')}
          </Button>
        </span>
      </div>
    </section>
  );
}

/** Escape ends the selection; Ctrl/Cmd+A selects all photos. */
function useSelectionKeys({ onCancel, onAll }: { onCancel: () => void; onAll: () => void }): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (document.querySelector('[role="dialog"]')) return;
      if (event.key === 'Escape') onCancel();
      if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        onAll();
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}
