import { useQuery } from '@rocicorp/zero/react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { rowId } from '#core/domain/ids.ts';
import { can } from '#core/domain/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { Textarea } from '#web/components/ui/textarea.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { useAct } from '#web/lib/act.tsx';
import { useAuth } from '#web/lib/auth-session.tsx';
import { useDraft, useKeepDraft } from '#web/lib/draft.ts';
import { newId } from '#web/lib/ids.ts';
import { useStore } from '#web/lib/store.tsx';
import { dateInput, readDateInput } from './date-input.ts';
import { ConflictNotice } from './form/conflict-notice.tsx';
import { CustomerField } from './form/customer-field.tsx';
import { PhotographerField } from './form/photographer-field.tsx';
import { PlaceFields } from './form/place-fields.tsx';
import { PriceFields } from './form/price-fields.tsx';
import { readDraft, withType, type SessionDraft } from './form/session-draft.ts';
import { readDuration, TimeFields } from './form/time-fields.tsx';
import type { SessionPlaces } from './session-rows.ts';

const STATUSES = ['scheduled', 'confirmed', 'inquiry'] as const;

/** `?client=&date=`: what is known already, where one comes from a client or from the calendar. */
export function NewSessionPage({ sessions, sessionHref }: Pick<SessionPlaces, 'sessions' | 'sessionHref'>) {
  const { t } = useTranslation('sessions');
  const account = useAccount();
  const { session: signedIn } = useAuth();
  const navigate = useNavigate();
  const act = useAct();
  const { writable } = useStore();
  const [params] = useSearchParams();
  const known = knownFrom(params, account.timeZone);
  // Made once: sending the form twice makes one session.
  const [id] = useState(newId);
  const me = signedIn?.user.id ?? '';
  const kept = useDraft<SessionDraft>(`session-new:${account.id}`, {
    ...EMPTY,
    photographerId: account.role === 'photographer' ? me : '',
  });
  const [draft, setDraft] = useState<SessionDraft>({ ...kept.initial, ...known });
  const [isTouched, setTouched] = useState(false);
  const [checked, setChecked] = useState(false);
  const [isSending, setSending] = useState(false);
  useKeepDraft(kept, draft, isTouched);
  const [types] = useQuery(queries.sessionTypes.list());
  const [customers] = useQuery(queries.customers.list({ limit: 10_000 }));

  const put = (part: Partial<SessionDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setTouched(true);
  };
  const mayBill = can(account.role, 'money.all') || (can(account.role, 'money.write') && draft.photographerId === me);
  const isDepositTooLarge = (draft.deposit ?? 0) > (draft.price ?? 0);
  const hasMail = Boolean(customers.find((one) => one.id === draft.customerId)?.email);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const read = readDraft(draft, account.timeZone);
    if (!read || (mayBill && isDepositTooLarge)) return;
    setSending(true);
    const billing = mayBill && draft.price !== null && { price: draft.price, deposit: draft.deposit ?? 0 };
    const made = await act(
      mutators.sessions.create({
        id,
        ...read,
        ...(billing && { billing }),
        notify: draft.notify && hasMail,
        now: Date.now(),
      }),
    );
    setSending(false);
    if (!made) return;
    kept.forget();
    await navigate(sessionHref(id), { replace: true });
  };
  const planned = {
    id,
    date: readDateInput(draft.date, account.timeZone),
    duration: readDuration(draft.duration) ?? 60,
    sessionTypeId: draft.typeId || null,
    photographerId: draft.photographerId || null,
  };
  const offered = types.filter(({ archivedAt, id: typeId }) => archivedAt === null || typeId === draft.typeId);
  return (
    <>
      <PageHeader title={t('new.title')} back={{ to: sessions, label: t('title') }} />
      <form noValidate onSubmit={(event) => void submit(event)} className="flex max-w-xl flex-col gap-6">
        <CustomerField
          value={draft.customerId}
          onChange={(customerId) => put({ customerId })}
          error={checked && !draft.customerId ? t('clientNeeded') : undefined}
        />
        {offered.length > 0 && (
          <Field label={t('type')} optional hint={t('typeHint')}>
            <Select
              value={draft.typeId}
              onChange={({ target }) =>
                put(
                  withType(
                    draft,
                    types.find((one) => one.id === target.value),
                  ),
                )
              }
              options={[
                { value: '', label: t('noType') },
                ...offered.map((type) => ({ value: type.id, label: type.name })),
              ]}
            />
          </Field>
        )}
        <Field label={t('name')} optional hint={draft.typeId ? t('nameHintType') : t('nameHint')}>
          <TextInput
            autoComplete="off"
            maxLength={200}
            value={draft.name}
            onChange={({ target }) => put({ name: target.value })}
          />
        </Field>
        <TimeFields value={draft} onChange={put} checked={checked} />
        <ConflictNotice planned={planned} />
        <PhotographerField value={draft.photographerId} onChange={(photographerId) => put({ photographerId })} />
        <PlaceFields value={draft} onChange={put} />
        {mayBill && <PriceFields price={draft.price} deposit={draft.deposit} onChange={put} />}
        <Field label={t('new.status')}>
          <Select
            value={draft.status}
            onChange={({ target }) => put({ status: STATUSES.find((one) => one === target.value) ?? 'scheduled' })}
            options={STATUSES.map((status) => ({ value: status, label: t(`status.${status}`) }))}
          />
        </Field>
        <Field label={t('notes.title')} optional hint={t('notes.hint')}>
          <Textarea
            rows={3}
            maxLength={10_000}
            value={draft.notes}
            onChange={({ target }) => put({ notes: target.value })}
          />
        </Field>
        <Checkbox
          label={t('new.notify')}
          hint={draft.customerId && !hasMail ? t('new.noMail') : t('new.notifyHint')}
          checked={draft.notify && hasMail}
          disabled={!hasMail}
          onChange={(notify) => put({ notify })}
        />
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" variant="primary" disabled={!writable} loading={isSending}>
            {t('new.act')}
          </Button>
          {!writable && <p className="text-caption text-soft">{t('waiting')}</p>}
        </div>
      </form>
    </>
  );
}

const EMPTY: SessionDraft = {
  customerId: null,
  typeId: '',
  name: '',
  date: '',
  duration: '60',
  photographerId: '',
  locationId: null,
  location: '',
  price: null,
  deposit: null,
  notes: '',
  status: 'scheduled',
  notify: false,
};

function knownFrom(params: URLSearchParams, zone: string): Partial<SessionDraft> {
  const [client, date] = [params.get('client'), Number(params.get('date') ?? Number.NaN)];
  return {
    ...(client && rowId.safeParse(client).success ? { customerId: client } : {}),
    ...(Number.isSafeInteger(date) && date > 0 && date < 4_102_444_800_000 ? { date: dateInput(date, zone) } : {}),
  };
}
