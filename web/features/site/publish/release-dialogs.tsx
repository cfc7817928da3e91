import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readReleasePages } from '#core/domain/site/site.ts';
import { mutators } from '#core/zero/mutators.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { newId } from '#web/lib/ids.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { CompareRelease } from './compare-release.tsx';
import { PreviewControls, useDevice } from './preview-controls.tsx';
import { PreviewWindow } from './preview-window.tsx';
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

/** Makes pages of a release drafts again. The drafts as they are now are kept as a release, so that it can be undone. */
function RestoreDialog({ release, onClose }: { release: ReleaseRow; onClose: () => void }) {
  const { t } = useTranslation('publishing');
  const format = useFormat();
  const mutate = useMutation();
  const pages = readReleasePages(release.pages);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(pages.map(({ id }) => id)));
  const restore = async () => {
    const savedId = newId();
    const pageIds = pages.map(({ id }) => id).filter((id) => chosen.has(id));
    const subset = pageIds.length < pages.length ? { pageIds } : {};
    const isApplied = await mutate(
      mutators.site.restore({ releaseId: release.id, savedId, ...subset, now: Date.now() }),
      {
        done: t('restore.done', { count: pageIds.length }),
        undo: () => mutators.site.restore({ releaseId: savedId, savedId: newId(), now: Date.now() }),
      },
    );
    if (isApplied) onClose();
  };
  return (
    <FormDialog
      title={t('restore.title', { when: format.dateTime(release.createdAt) })}
      description={t('restore.text')}
      submitLabel={t('restore.act')}
      button={{ writes: true, disabled: chosen.size === 0 }}
      onSubmit={restore}
      onClose={onClose}
    >
      <fieldset>
        <legend className="font-medium">{t('restore.pages')}</legend>
        <ul className="divide-y divide-line">
          {pages.map(({ id, title, path }) => (
            <li key={id}>
              <Checkbox
                label={title}
                hint={`/${path}`}
                checked={chosen.has(id)}
                onChange={(on) => {
                  const next = new Set(chosen);
                  if (on) next.add(id);
                  else next.delete(id);
                  setChosen(next);
                }}
              />
            </li>
          ))}
        </ul>
      </fieldset>
    </FormDialog>
  );
}
