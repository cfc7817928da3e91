import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicGallery } from '#core/api/public.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { formatPercent } from '#web/lib/format/format.ts';
import { currentLanguage } from '#web/lib/i18n/i18n.ts';
import type { GallerySection } from '../gallery/sections.ts';
import type { PhotoSelection } from '../gallery/use-photo-selection.ts';
import { useApi } from '../shell/public-api.ts';
import { archiveProgress } from './archive-progress.tsx';
import { type ArchiveState, createArchiveRequest } from './archive-request.ts';
import { DownloadDialog } from './download-dialog.tsx';
import { archiveFromSearch, archiveStorage } from './download-storage.ts';
import { SelectionBar } from './selection-bar.tsx';

export { PinPrompt } from './pin-form.tsx';

interface DownloadsProps {
  page: PublicGallery;
  sections: readonly GallerySection[];
  choice: PhotoSelection;
  choosing: boolean;
  onChoosing: (choosing: boolean) => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** All about downloading more than one photo. Loaded when somebody wants to, or comes back to a download. */
export function Downloads({ page, sections, choice, choosing, onChoosing, open, onOpenChange }: DownloadsProps) {
  const api = useApi();
  const galleryId = page.gallery.id;
  const [order] = useState(() => createArchiveRequest({ api, galleryId, storage: archiveStorage(galleryId) }));
  const state = useSyncExternalStore(order.subscribe, order.state);
  useEffect(() => {
    const mailed = archiveFromSearch(location.search);
    const archiveId = mailed ?? archiveStorage(galleryId).read();
    // From here on the tab itself remembers it, and a shared address is the gallery's own.
    if (mailed !== null) history.replaceState(history.state, '', location.pathname + location.hash);
    if (archiveId !== null) void order.resume(archiveId);
    return () => order.stop();
  }, [order, galleryId]);
  const changeOpen = (next: boolean) => {
    // What was chosen is on its way: the grid is for looking again.
    if (!next && choosing && (state.step === 'preparing' || state.step === 'ready')) {
      choice.clear();
      onChoosing(false);
    }
    onOpenChange(next);
  };
  if (choosing && !open) {
    return (
      <SelectionBar
        page={page}
        choice={choice}
        onDone={() => {
          order.back();
          onOpenChange(true);
        }}
        onCancel={() => {
          choice.clear();
          onChoosing(false);
        }}
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

/** While the dialog is closed: that something is being prepared, and when it is ready. */
function DownloadNote({ state, onOpen }: { state: ArchiveState; onOpen: () => void }) {
  const { t } = useTranslation('downloads');
  if (state.step !== 'preparing' && state.step !== 'ready') return null;
  const percent = state.step === 'preparing' ? formatPercent(archiveProgress(state.archive), currentLanguage()) : '';
  return (
    <div className="fixed inset-x-4 bottom-[calc(env(safe-area-inset-bottom)+--spacing(4))] z-20 flex animate-rise justify-center print:hidden">
      <Button onClick={onOpen} className="bg-raised! tabular-nums shadow-lift">
        {state.step === 'ready' ? t('pill.ready') : t('pill.preparing', { percent })}
      </Button>
    </div>
  );
}
