import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { useAct } from '#web/lib/act.tsx';
import { useStudioRules } from './use-studio-rules.ts';

/** Blocks days or frees them again, whatever each of them is now. What is booked on them stays. */
export function useBlockDays(): (days: readonly string[], isBlocked: boolean) => Promise<boolean> {
  const { t } = useTranslation('scheduling');
  const act = useAct();
  const { lockedDays: before } = useStudioRules();
  return useCallback(
    (days, isBlocked) => {
      const others = before.filter((day) => !days.includes(day));
      const after = isBlocked ? [...new Set([...others, ...days])].toSorted() : others;
      const set = (list: readonly string[]) => mutators.settings.setLockedDays({ days: [...list], now: Date.now() });
      return act(set(after), {
        done: t(isBlocked ? 'blocked.done' : 'blocked.undone', { count: days.length }),
        undo: () => set(before),
      });
    },
    [act, before, t],
  );
}
