import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readReleasePages } from '#core/domain/site/site.ts';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { CompareRelease } from './compare-release.tsx';
import { PreviewControls, useDevice } from './preview-controls.tsx';
import { PreviewWindow } from './preview-window.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import type { Publishing, ReleaseRow } from './use-publishing.ts';

/** The open dialog of a release. */
export interface ReleaseView {
  kind: 'preview' | 'compare' | 'restore';
  release: ReleaseRow;
}

interface ReleaseDialogsProps {
  view: ReleaseView;
  publishing: Publishing;
  onClose: () => void;
}

export function ReleaseDialogs({ view: { kind, release }, publishing, onClose }: ReleaseDialogsProps) {
  const { t } = useTranslation('publishing');
  const format = useFormat();
  const when = format.dateTime(release.createdAt);
  if (kind === 'restore') return <RestoreDialog release={release} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="full"
      title={t(kind === 'preview' ? 'releases.previewOf' : 'compare.title', { when })}
    >
      {kind === 'preview' ? (
        <PreviewRelease release={release} publishing={publishing} />
      ) : (
        <CompareRelease release={release} publishing={publishing} />
      )}
    </Dialog>
  );
}

function PreviewRelease({ release, publishing }: { release: ReleaseRow; publishing: Publishing }) {
  const { t } = useTranslation('publishing');
  const pages = readReleasePages(release.pages);
  const home = pages.find(({ path }) => path === publishing.defaultPage) ?? pages[0];
  const [pageId, setPage] = useState(home?.id ?? '');
  const [device, setDevice] = useDevice();
  const page = pages.find(({ id }) => id === pageId);
  if (!page) return <p className="text-soft">{t('compare.noPages')}</p>;
  return (
    <>
      <PreviewControls pages={pages} pageId={pageId} onPage={setPage} device={device} onDevice={setDevice} />
      <div className="h-[55dvh]">
        <PreviewWindow title={page.title} releaseId={release.id} path={page.path} device={device} />
      </div>
    </>
  );
}
