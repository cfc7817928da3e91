import { useQuery } from '@rocicorp/zero/react';
import { queries } from '#core/zero/queries.ts';
import { newId } from '#web/lib/ids.ts';
import { useNewDraft, type NewDraft } from '#web/lib/use-new-draft.ts';

/**
 * The draft of money that moved: what is in a session's list already is not offered to be booked once more.
 * @param name what the money is for, such as `payment:{sessionId}`
 */
export function useNewPayment(name: string, sessionId: string): NewDraft {
  const begun = useNewDraft(name, newId);
  const [billing, { type }] = useQuery(queries.payments.ofSession({ sessionId }));
  if (billing?.payments.some(({ id }) => id === begun.id)) begun.reset(type);
  return begun;
}
