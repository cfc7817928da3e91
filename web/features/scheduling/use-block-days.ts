import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { useStudioRules } from '#web/lib/sessions/studio-rules.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

/**
 * Returns a function that blocks or unblocks days, in ascending order. Sessions on them stay. Undo restores only the
 * days that this call changed, so that later changes by others are kept.
 */
export function useBlockDays(): (days: readonly string[], isBlocked: boolean) => Promise<boolean> {
  const { t } = useTranslation('scheduling');
  const mutate = useMutation();
  const { lockedDays: before } = useStudioRules();
  return useCallback(
    (days, isBlocked) => {
      const set = (list: readonly string[], to: boolean) =>
        mutators.settings[to ? 'lockDays' : 'unlockDays']({ days: [...list], now: Date.now() });
      const changed = days.filter((day) => before.includes(day) !== isBlocked);
      return mutate(set(days, isBlocked), {
        done: t(isBlocked ? 'blocked.done' : 'blocked.undone', { count: days.length }),
        // If no day changes, there is nothing to undo.
        ...(changed.length > 0 && { undo: () => set(changed, !isBlocked) }),
      });
    },
    [mutate, before, t],
  );
}
