import { useQuery } from '@rocicorp/zero/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { MAX_NOTES } from '#core/domain/values/primitives.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { MAX_CUSTOMERS } from '#core/zero/queries/customers.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { SubmitRow } from '#web/components/layout/page-section.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Textarea } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { type NewDraft, useNewDraft } from '#web/lib/forms/new-draft.ts';
import { customerHref, paths } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { CustomerFields } from './customer-fields.tsx';
import { customerChanges, customerForm, type CustomerValues, EMPTY_VALUES } from './customer-form-values.ts';
import { customerTags } from './list/list-view.ts';

interface NewCustomer extends CustomerValues {
  notes: string;
}

export function NewCustomerPage() {
  const account = useAccount();
  const newDraft = useNewDraft(`customer-new:${account.id}`);
  const [customers, { type }] = useQuery(queries.customers.list({ limit: MAX_CUSTOMERS }));
  if (customers.some(({ id }) => id === newDraft.id)) newDraft.reset(type);
  return <NewCustomerForm key={newDraft.formKey} newDraft={newDraft} />;
}

function NewCustomerForm({ newDraft }: { newDraft: NewDraft }) {
  const { t } = useTranslation(['customers', 'common', 'notes']);
  const navigate = useNavigate();
  const mutate = useMutation();
  const [customers] = useQuery(queries.customers.list({ limit: MAX_CUSTOMERS }));
  const tags = useMemo(() => customerTags(customers), [customers]);
  const { id } = newDraft;
  const draft = useDraft<NewCustomer>(newDraft.key, { ...EMPTY_VALUES, notes: '' });
  const { values } = draft;
  const email = values.email.trim().toLowerCase();
  const same = email ? customers.find((one) => one.email.toLowerCase() === email) : undefined;

  const form = useForm(draft, customerForm, async () => {
    const { notes, ...fields } = values;
    const fieldValues = { ...customerChanges(fields, EMPTY_VALUES), name: fields.name.trim(), ...(notes && { notes }) };
    const request = mutators.customers.create({ id, ...fieldValues, now: Date.now() });
    if (!(await newDraft.submit((options) => mutate(request, options)))) return;
    await navigate(customerHref(id), { replace: true });
  });
  return (
    <>
      <PageHeader title={t('new.title')} back={{ to: paths.customers, label: t('title') }} />
      <form noValidate onSubmit={form.submit} className="column flex flex-col gap-6">
        <CustomerFields draft={draft} form={form} tags={tags} />
        {same && (
          <Banner tone="warning" title={t('new.same', { name: same.name })}>
            <Link to={customerHref(same.id)}>{t('new.sameOpen')}</Link>
          </Banner>
        )}
        <Field label={t('notes:title')} optional hint={t('notes:hint')}>
          <Textarea rows={3} maxLength={MAX_NOTES} {...form.input('notes')} />
        </Field>
        <SubmitRow label={t('new.act')} loading={form.isSubmitting} />
      </form>
    </>
  );
}
