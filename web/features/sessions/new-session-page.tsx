import { useQuery } from '@rocicorp/zero/react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { MAX_NOTES } from '#core/domain/primitives.ts';
import { can } from '#core/domain/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { CustomerField } from '#web/components/fields/customer-field.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { SubmitRow } from '#web/components/layout/page-section.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { Textarea } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { readPrice } from '#web/lib/forms/amount.ts';
import { useDraft } from '#web/lib/forms/draft-form.ts';
import { type NewDraft, useNewDraft } from '#web/lib/forms/new-draft.ts';
import { paths, sessionHref } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { ConflictNotice } from './form/conflict-notice.tsx';
import { LocationFields } from './form/location-fields.tsx';
import { draftFromSearchParams, EMPTY_DRAFT, readDraft, type SessionDraft } from './form/session-draft.ts';
import { PhotographerField, PriceFields, SessionFields } from './form/session-fields.tsx';
import { readDateInput, readDuration, TimeFields } from './form/time-fields.tsx';

const STATUSES = ['scheduled', 'confirmed', 'inquiry'] as const;

export function NewSessionPage() {
  const { id: accountId } = useAccount();
  const newDraft = useNewDraft(`session-new:${accountId}`);
  const [stored, { type }] = useQuery(queries.sessions.byId({ id: newDraft.id }));
  if (stored) newDraft.reset(type);
  return <NewSessionForm key={newDraft.formKey} newDraft={newDraft} />;
}

/** Starts with the values of `?client=&date=`, which the client page and the calendar set. */
function NewSessionForm({ newDraft }: { newDraft: NewDraft }) {
  const { t } = useTranslation(['sessions', 'notes']);
  const account = useAccount();
  const { session: signedIn } = useAuth();
  const navigate = useNavigate();
  const mutate = useMutation();
  const [params] = useSearchParams();
  const { id } = newDraft;
  const me = signedIn?.user.id ?? '';
  const isOwn = !can(account.role, 'money.all');
  const { values, change } = useDraft<SessionDraft>(newDraft.key, { ...EMPTY_DRAFT, photographerId: isOwn ? me : '' });
  // Not a part of the draft before the first edit.
  const [known, setKnown] = useState(() => draftFromSearchParams(params, account.timeZone));
  const draft = { ...values, ...known };
  const [checked, setChecked] = useState(false);
  const [isSending, setSending] = useState(false);
  const [customers] = useQuery(queries.customers.list({ limit: 10_000 }));

  const update = (part: Partial<SessionDraft>) => {
    change({ ...known, ...part });
    setKnown({});
  };
  const mayBill = can(account.role, 'money.all') || (can(account.role, 'money.write') && draft.photographerId === me);
  const hasMail = Boolean(customers.find((one) => one.id === draft.customerId)?.email);
  const planned = {
    id,
    date: readDateInput(draft.date, account.timeZone),
    duration: readDuration(draft.duration) ?? 60,
    sessionTypeId: draft.typeId || null,
    photographerId: draft.photographerId || null,
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const read = readDraft(draft, account.timeZone);
    const { amounts } = readPrice(draft.price, draft.deposit);
    if (!read || (mayBill && !amounts)) return;
    setSending(true);
    const billing = mayBill && draft.price !== null && amounts;
    const request = mutators.sessions.create({
      id,
      ...read,
      ...(billing && { billing }),
      notify: draft.notify && hasMail,
      now: Date.now(),
    });
    const made = await newDraft.submit((mutationOptions) => mutate(request, mutationOptions));
    setSending(false);
    if (made) await navigate(sessionHref(id), { replace: true });
  };
  return (
    <>
      <PageHeader title={t('new.title')} back={{ to: paths.sessions, label: t('title') }} />
      <form noValidate onSubmit={(event) => void submit(event)} className="flex max-w-xl flex-col gap-6">
        <CustomerField
          required
          value={draft.customerId}
          onChange={(customerId) => update({ customerId })}
          error={checked && !draft.customerId ? t('clientNeeded') : undefined}
        />
        <SessionFields draft={draft} onChange={update} />
        <TimeFields value={draft} onChange={update} checked={checked} />
        <ConflictNotice planned={planned} />
        <PhotographerField value={draft.photographerId} onChange={(photographerId) => update({ photographerId })} />
        <LocationFields value={draft} onChange={update} />
        {mayBill && <PriceFields price={draft.price} deposit={draft.deposit} onChange={update} checked={checked} />}
        <Field label={t('new.status')}>
          <Select
            value={draft.status}
            onChange={({ target }) => update({ status: STATUSES.find((one) => one === target.value) ?? 'scheduled' })}
            options={STATUSES.map((status) => ({ value: status, label: t(`status.${status}`) }))}
          />
        </Field>
        <Field label={t('notes:title')} optional hint={t('notes:hint')}>
          <Textarea
            rows={3}
            maxLength={MAX_NOTES}
            value={draft.notes}
            onChange={({ target }) => update({ notes: target.value })}
          />
        </Field>
        <Checkbox
          label={t('new.notify')}
          hint={draft.customerId && !hasMail ? t('new.noMail') : t('new.notifyHint')}
          checked={draft.notify && hasMail}
          disabled={!hasMail}
          onChange={(notify) => update({ notify })}
        />
        <SubmitRow label={t('new.act')} loading={isSending} />
      </form>
    </>
  );
}
