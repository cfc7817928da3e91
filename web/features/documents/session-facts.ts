import { useQuery } from '@rocicorp/zero/react';
import type { ContractFacts } from '#core/domain/contracts/contract-values.ts';
import { canSeeMoneyOf } from '#core/domain/payments/session-money.ts';
import { sessionTitle } from '#core/domain/sessions/sessions.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';

/** Returns what the studio's contracts say of the studio itself. */
export function useStudioFacts(): Pick<ContractFacts, 'studio' | 'photographer' | 'tax' | 'currency' | 'timeZone'> {
  const { name: studio, timeZone, currency } = useAccount();
  const [settings] = useQuery(queries.accounts.settings());
  const setting = (key: string) => settings.find((one) => one.key === key)?.value;
  return {
    studio,
    photographer: (setting('photographer') as ContractFacts['photographer'] | undefined) ?? null,
    tax: setting('tax'),
    currency,
    timeZone,
  };
}

/**
 * Returns what a session's contract would be filled with now; null while none is chosen, and for members who may not see
 * its amounts.
 */
export function useSessionFacts(sessionId: string | null, now: number): ContractFacts | null {
  const { role } = useAccount();
  const { session: signedIn } = useAuth();
  const studio = useStudioFacts();
  const [session] = useQuery(sessionId !== null && queries.sessions.byId({ id: sessionId }));
  if (sessionId === null || !session) return null;
  if (!canSeeMoneyOf({ role, userId: signedIn?.user.id ?? '' }, session)) return null;
  const { customer, savedLocation, billing, date, duration, location } = session;
  return {
    ...studio,
    client: customer?.name ?? '',
    clientAddress: customer?.address ?? '',
    clientTaxId: customer?.taxId ?? '',
    type: sessionTitle(session),
    date,
    duration,
    savedLocation: savedLocation ?? null,
    location,
    price: billing?.paymentAmount ?? 0,
    deposit: billing?.depositAmount ?? 0,
    sentAt: now,
  };
}
