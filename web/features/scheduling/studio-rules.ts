import { useQuery } from '@rocicorp/zero/react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type BookingRules, readBookingRules } from '#core/domain/sessions/booking.ts';
import { type LockedDays, readLockedDays } from '#core/domain/slots/locked-days.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

interface StudioRules {
  booking: BookingRules;
  lockedDays: LockedDays;
  /** True once this device has loaded the rules; until then they are those of a new studio. */
  isKnown: boolean;
}

/** Returns the studio's booking rules and blocked days. */
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
