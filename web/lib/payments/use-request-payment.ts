import { useQuery } from '@rocicorp/zero/react';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '../accounts/accounts.tsx';
import { useMutation } from '../sync/use-mutation.tsx';

/** What a client owes: the session or the order without one. */
export interface Owed {
  sessionId: string | null;
  orderId: string | null;
  /** The client's address; empty without one. */
  email: string;
}

/**
 * Returns a function for an amount that is owed: it returns the act that mails the client the link by which they pay, or
 * null if that cannot be. A session's link is about paying by card; an order's page also says what is owed without.
 */
export function useRequestPayment(): (owed: Owed) => ((done: string) => Promise<boolean>) | null {
  const mutate = useMutation();
  const { role } = useAccount();
  const [account] = useQuery(queries.stripeAccounts.current());
  return ({ sessionId, orderId, email }) => {
    const canSend = email !== '' && (sessionId === null || account?.status === 'active');
    if (!can(role, 'money.write') || !canSend) return null;
    const owner = sessionId === null ? { orderId: orderId ?? '' } : { sessionId };
    return (done) => mutate(mutators.payments.requestPayment({ ...owner, now: Date.now() }), { done });
  };
}
