import type { QueryRowType } from '@rocicorp/zero';
import { useQuery } from '@rocicorp/zero/react';
import { useMemo } from 'react';
import { busySpans } from '#core/domain/sessions/session-conflicts.ts';
import { type TypeState, typeState } from '#core/domain/sessions/type-state.ts';
import { bookableSpan } from '#core/domain/slots/slot-rules.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { localDate, startOfDay } from '#core/domain/values/time.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import { useStudioRules } from './studio-rules.ts';

/** Sessions that are read to find free times. */
const LIMIT = 5_000;

interface TypeStates {
  /** All types of the studio, by name, archived ones included. */
  types: readonly { type: QueryRowType<typeof queries.sessionTypes.list>; state: TypeState }[];
  isOpen: boolean;
  /** True once this device has loaded all types. */
  isListed: boolean;
  /** True once this device has what the states depend on, now or from an earlier visit. */
  isComplete: boolean;
}

/** Returns the state of every session type. */
export function useTypeStates(): TypeStates {
  const { timeZone: zone } = useAccount();
  const { booking: rules, lockedDays, isKnown } = useStudioRules();
  const now = useNow();
  const [types, { type: typesAnswer }] = useQuery(queries.sessionTypes.list());
  // Whole days, so that the clock does not change the query.
  const today = startOfDay(localDate(now, zone), zone);
  const range = { from: today - 2 * DAY_MS, to: bookableSpan(rules, today, zone).to + 3 * DAY_MS, limit: LIMIT };
  // While booking is off, no state depends on the calendar.
  const [sessions, { type: answer }] = useQuery(queries.sessions.range(range), { enabled: isKnown && rules.isOpen });
  return useMemo(() => {
    const studio = { rules, lockedDays, zone, now, busy: busySpans(sessions, types, zone) };
    return {
      types: types.map((type) => ({ type, state: typeState(type, studio) })),
      isOpen: rules.isOpen,
      isListed: typesAnswer === 'complete',
      isComplete:
        isKnown &&
        (typesAnswer === 'complete' || types.length > 0) &&
        (!rules.isOpen || answer === 'complete' || sessions.length > 0),
    };
  }, [rules, lockedDays, zone, now, sessions, types, isKnown, typesAnswer, answer]);
}
