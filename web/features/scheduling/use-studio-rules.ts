import { useQuery } from '@rocicorp/zero/react';
import { useMemo } from 'react';
import { readBookingRules, type BookingRules } from '#core/domain/booking-rules.ts';
import { readLockedDays, type LockedDays } from '#core/domain/locked-days.ts';
import { queries } from '#core/zero/queries.ts';

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
