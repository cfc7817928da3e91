import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { useMutation } from '#web/lib/act.tsx';
import { useStudioRules } from './use-studio-rules.ts';

/**
 * Blocks days, in order, or frees them again, whatever each of them is now. What is booked on them stays. Taken back is
 * only what this has changed: whatever others block meanwhile stays as they want it.
 */
export function useBlockDays(): (days: readonly string[], isBlocked: boolean) => Promise<boolean> {
  const { t } = useTranslation('scheduling');
  const act = useMutation();
  const { lockedDays: before } = useStudioRules();
  return useCallback(
    (days, isBlocked) => {
      const set = (list: readonly string[], to: boolean) =>
        mutators.settings[to ? 'lockDays' : 'unlockDays']({ days: [...list], now: Date.now() });
      const changed = days.filter((day) => before.includes(day) !== isBlocked);
      return act(set(days, isBlocked), {
        done: t(isBlocked ? 'blocked.done' : 'blocked.undone', { count: days.length }),
        // Of days that were as they are to be, there is nothing to take back.
        ...(changed.length > 0 && { undo: () => set(changed, !isBlocked) }),
      });
    },
    [act, before, t],
  );
}
