import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { can } from '#core/domain/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { readPrice } from '#web/lib/forms/amount.ts';
import { useDraft } from '#web/lib/forms/draft-form.ts';
import type { NewDraft } from '#web/lib/forms/new-draft.ts';
import { type MutationOptions, useMutation } from '#web/lib/sync/use-mutation.tsx';
import { readDateInput } from '#web/lib/format/wall-clock.ts';
import { EMPTY_DRAFT, readDraft, type SessionDraft } from './session-draft.ts';
import { readDuration } from './time-fields.tsx';

const createRequest = (session: Omit<Parameters<typeof mutators.sessions.create>[0], 'now'>) =>
  mutators.sessions.create({ ...session, now: Date.now() });

/**
 * State of a form that creates a session.
 * @param initial values of the calendar or the client page; not a part of the stored draft before the first edit
 */
export function useCreateSession(newDraft: NewDraft, initial: Partial<SessionDraft>) {
  const { role, timeZone } = useAccount();
  const { session: signedIn } = useAuth();
  const mutate = useMutation();
  const { id } = newDraft;
  const me = signedIn?.user.id ?? '';
  const isOwn = !can(role, 'money.all');
  const stored = useDraft<SessionDraft>(newDraft.key, { ...EMPTY_DRAFT, photographerId: isOwn ? me : '' });
  const [known, setKnown] = useState(initial);
  const draft = { ...stored.values, ...known };
  const [checked, setChecked] = useState(false);
  const [isSending, setSending] = useState(false);
  const [customers] = useQuery(queries.customers.list({ limit: 10_000 }));
  const mayBill = can(role, 'money.all') || (can(role, 'money.write') && draft.photographerId === me);
  const hasMail = Boolean(customers.find((one) => one.id === draft.customerId)?.email);

  const update = (part: Partial<SessionDraft>) => {
    stored.change({ ...known, ...part });
    setKnown({});
  };
  /** Creates the session; false if a field is missing or the mutation was refused. */
  const create = async (options: Pick<MutationOptions, 'done'> = {}): Promise<boolean> => {
    setChecked(true);
    const read = readDraft(draft, timeZone);
    const { amounts } = readPrice(draft.price, draft.deposit);
    if (!read || (mayBill && !amounts)) return false;
    setSending(true);
    const billing = mayBill && draft.price !== null && amounts;
    const request = createRequest({ id, ...read, ...(billing && { billing }), notify: draft.notify && hasMail });
    const isCreated = await newDraft.submit((mutationOptions) => mutate(request, { ...mutationOptions, ...options }));
    setSending(false);
    return isCreated;
  };
  const planned = {
    id,
    date: readDateInput(draft.date, timeZone),
    duration: readDuration(draft.duration) ?? 60,
    sessionTypeId: draft.typeId || null,
    photographerId: draft.photographerId || null,
  };
  return { draft, update, discard: stored.discard, checked, isSending, mayBill, hasMail, planned, create };
}
