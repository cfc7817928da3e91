import { useQuery } from '@rocicorp/zero/react';
import { useMemo } from 'react';
import { type BookingRules, readBookingRules } from '#core/domain/sessions/booking.ts';
import { type LockedDays, readLockedDays } from '#core/domain/slots/locked-days.ts';
import { queries } from '#core/zero/queries.ts';

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
