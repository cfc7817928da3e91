import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { applyPresetRequest, type PresetRow } from '#web/lib/galleries/apply-preset.ts';
import { newId } from '#web/lib/ids.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { type GalleryPresetFields, undoChanges } from './preset-values.ts';

interface Target extends GalleryPresetFields {
  id: string;
}

/** Applies a preset immediately. Undo restores the previous settings and removes added sections. */
export function useApplyPreset(): (
  preset: PresetRow,
  gallery: Target,
  sections: readonly { name: string }[],
) => Promise<boolean> {
  const { t } = useTranslation('presets');
  const { timeZone } = useAccount();
  const mutate = useMutation();
  return (preset, gallery, sections) => {
    const missing = (preset.settings.sections ?? []).filter((name) => !sections.some((one) => one.name === name));
    const sectionIds = missing.map(() => newId());
    const changes = undoChanges(preset.settings, gallery);
    return mutate(applyPresetRequest(preset, gallery.id, sectionIds, timeZone), {
      done: t('apply.done', { name: preset.name }),
      undo: () => [
        ...(Object.keys(changes).length > 0
          ? [mutators.galleries.update({ id: gallery.id, changes, now: Date.now() })]
          : []),
        ...sectionIds.map((id) => mutators.sections.remove({ id, now: Date.now() })),
      ],
    });
  };
}

/** Deletes a preset, with undo. Galleries that used it keep their settings. */
export function useRemovePreset(): (preset: PresetRow) => Promise<boolean> {
  const { t } = useTranslation('presets');
  const mutate = useMutation();
  return ({ id, name, settings }) =>
    mutate(mutators.presets.remove({ id, now: Date.now() }), {
      done: t('removed', { name }),
      undo: () => mutators.presets.create({ id, name, settings, now: Date.now() }),
    });
}
