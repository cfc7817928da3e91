import { useQuery } from '@rocicorp/zero/react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type BookingRules, readBookingRules } from '#core/domain/booking.ts';
import { type LockedDays, readLockedDays } from '#core/domain/locked-days.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

interface StudioRules {
  booking: BookingRules;
  lockedDays: LockedDays;
  /** Whether this device knows them: until then they are as in a new studio. */
  isKnown: boolean;
}

/** What the studio says about being booked, and the days on which it is not. */
export function useStudioRules(): StudioRules {
  const [settings, { type }] = useQuery(queries.accounts.settings());
  return useMemo(() => {
    const valueOf = (key: string) => settings.find((setting) => setting.key === key)?.value;
    const profile = valueOf('photographer') as { lockedDays?: unknown } | undefined;
    return {
      booking: readBookingRules(valueOf('booking')),
      lockedDays: readLockedDays(profile?.lockedDays),
      isKnown: settings.length > 0 || type === 'complete',
    };
  }, [settings, type]);
}

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
