import { useQuery } from '@rocicorp/zero/react';
import { useMemo, useState } from 'react';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import type { NewDraft } from '#web/lib/forms/new-draft.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { readDateInput } from '#web/lib/format/wall-clock.ts';
import { EMPTY_DRAFT, type SessionDraft, sessionForm } from './session-draft.ts';
import { readDuration } from './time-fields.tsx';

const createRequest = (session: Omit<Parameters<typeof mutators.sessions.create>[0], 'now'>) =>
  mutators.sessions.create({ ...session, now: Date.now() });

interface AfterCreating {
  /** Called once the session is created on this device. */
  onCreated: () => unknown;
  /** Text of the message that says so. */
  done?: (session: { date: number; duration: number }) => string;
}

/**
 * State of a form that creates a session.
 * @param initial values of the calendar or the client page; not a part of the stored draft before the first edit
 */
export function useCreateSession(newDraft: NewDraft, initial: Partial<SessionDraft>, then: AfterCreating) {
  const { role, timeZone } = useAccount();
  const { session: signedIn } = useAuth();
  const mutate = useMutation();
  const { id } = newDraft;
  const me = signedIn?.user.id ?? '';
  const isOwn = !can(role, 'money.all');
  const stored = useDraft<SessionDraft>(newDraft.key, { ...EMPTY_DRAFT, photographerId: isOwn ? me : '' });
  const [known, setKnown] = useState(initial);
  const draft = { ...stored.values, ...known };
  const [customers] = useQuery(queries.customers.list({ limit: 10_000 }));
  const mayBill = can(role, 'money.all') || (can(role, 'money.write') && draft.photographerId === me);
  const hasMail = Boolean(customers.find((one) => one.id === draft.customerId)?.email);

  const update = (part: Partial<SessionDraft>) => {
    stored.change({ ...known, ...part });
    setKnown({});
  };
  const schema = useMemo(() => sessionForm(timeZone), [timeZone]);
  // Who may not bill sees no price, so a price that they once typed cannot be wrong.
  const values = mayBill ? draft : { ...draft, price: null, deposit: null };
  const form = useForm({ values, change: update }, schema, async ({ session, billing }) => {
    const request = createRequest({ id, ...session, ...(billing && { billing }), notify: draft.notify && hasMail });
    const done = then.done?.(session);
    const isCreated = await newDraft.submit((options) => mutate(request, { ...options, ...(done && { done }) }));
    if (isCreated) await then.onCreated();
  });
  const planned = {
    id,
    date: readDateInput(draft.date, timeZone),
    duration: readDuration(draft.duration) ?? 60,
    sessionTypeId: draft.typeId || null,
    photographerId: draft.photographerId || null,
  };
  return { draft, update, discard: stored.discard, form, mayBill, hasMail, planned };
}
