import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { MAX_NOTES } from '#core/domain/values/primitives.ts';
import { queries } from '#core/zero/queries.ts';
import { CustomerField } from '#web/components/fields/customer-field.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { SubmitRow } from '#web/components/layout/page-section.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { Textarea } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { type NewDraft, useNewDraft } from '#web/lib/forms/new-draft.ts';
import { paths, sessionHref } from '#web/lib/paths.ts';
import { ConflictNotice } from './form/conflict-notice.tsx';
import { LocationFields } from './form/location-fields.tsx';
import { draftFromSearchParams } from './form/session-draft.ts';
import { PhotographerField, PriceFields, SessionFields } from './form/session-fields.tsx';
import { TimeFields } from './form/time-fields.tsx';
import { useCreateSession } from './form/use-create-session.ts';

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
  const { timeZone } = useAccount();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [initial] = useState(() => draftFromSearchParams(params, timeZone));
  const { draft, update, form, mayBill, hasMail, planned } = useCreateSession(newDraft, initial, {
    onCreated: () => navigate(sessionHref(newDraft.id), { replace: true }),
  });
  return (
    <>
      <PageHeader title={t('new.title')} back={{ to: paths.sessions, label: t('title') }} />
      <form noValidate onSubmit={form.submit} className="column flex flex-col gap-6">
        <CustomerField
          required
          value={draft.customerId}
          onChange={(customerId) => update({ customerId })}
          error={form.error('customerId') && t('clientNeeded')}
        />
        <SessionFields draft={draft} onChange={update} />
        <TimeFields value={draft} onChange={update} error={form.error} />
        <ConflictNotice planned={planned} />
        <PhotographerField value={draft.photographerId} onChange={(photographerId) => update({ photographerId })} />
        <LocationFields value={draft} onChange={update} />
        {mayBill && <PriceFields price={draft.price} deposit={draft.deposit} onChange={update} form={form} />}
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
        <SubmitRow label={t('new.act')} loading={form.isSubmitting} />
      </form>
    </>
  );
}
