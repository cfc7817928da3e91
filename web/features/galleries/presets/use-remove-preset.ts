import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { useMutation } from '#web/lib/act.tsx';
import type { PresetRow } from './preset-rows.ts';

/** Takes a preset away, with a way back. Galleries it was applied to keep what they have. */
export function useRemovePreset(): (preset: PresetRow) => Promise<boolean> {
  const { t } = useTranslation('presets');
  const act = useMutation();
  return ({ id, name, settings }) =>
    act(mutators.presets.remove({ id, now: Date.now() }), {
      done: t('removed', { name }),
      undo: () => mutators.presets.create({ id, name, settings, now: Date.now() }),
    });
}
