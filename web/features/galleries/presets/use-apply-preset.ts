import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { useAccount } from '#web/lib/accounts.tsx';
import { useMutation } from '#web/lib/act.tsx';
import { newId } from '#web/lib/ids.ts';
import type { PresetRow } from './preset-rows.ts';
import { undoChanges, presetExpiry, type GalleryPresetFields } from './preset-values.ts';

interface Target extends GalleryPresetFields {
  id: string;
}

/** The mutation that gives a preset to a gallery, with ids for all sections it may have to add. */
export function applyPresetRequest({ id, settings }: PresetRow, galleryId: string, sectionIds: string[], zone: string) {
  const now = Date.now();
  const expiresAt = presetExpiry(settings, now, zone);
  return mutators.presets.apply({ id, galleryId, sectionIds, ...(expiresAt !== undefined && { expiresAt }), now });
}

/** Gives a gallery what a preset says, at once; undo gives back what it had and takes out the sections that were added. */
export function useApplyPreset(): (
  preset: PresetRow,
  gallery: Target,
  sections: readonly { name: string }[],
) => Promise<boolean> {
  const { t } = useTranslation('presets');
  const { timeZone } = useAccount();
  const act = useMutation();
  return (preset, gallery, sections) => {
    const missing = (preset.settings.sections ?? []).filter((name) => !sections.some((one) => one.name === name));
    const sectionIds = missing.map(() => newId());
    const changes = undoChanges(preset.settings, gallery);
    return act(applyPresetRequest(preset, gallery.id, sectionIds, timeZone), {
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
