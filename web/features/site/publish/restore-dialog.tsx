import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readReleasePages } from '#core/domain/site/site.ts';
import { mutators } from '#core/zero/mutators.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { newId } from '#web/lib/ids.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { ReleaseRow } from './use-publishing.ts';

/** Makes pages of a release drafts again. The drafts as they are now are kept as a release, so that it can be undone. */
export function RestoreDialog({ release, onClose }: { release: ReleaseRow; onClose: () => void }) {
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
