import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { SubmitRow } from '#web/components/layout/submit-row.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { useMutation } from '#web/lib/act.tsx';
import { useStoredForm } from '#web/lib/use-stored-form.ts';
import type { CustomerRow } from '../customer-rows.ts';
import { CustomerFields } from '../forms/customer-fields.tsx';
import { customerChanges, toCustomerValues, type CustomerValues } from '../forms/customer-values.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';

interface DetailsSectionProps {
  customer: CustomerRow;
  /** The studio's. */
  tags: readonly string[];
}

export function DetailsSection({ customer, tags }: DetailsSectionProps) {
  const { t } = useTranslation(['customers', 'common']);
  const { role } = useAccount();
  const act = useMutation();
  const mayWrite = can(role, 'customers.write');
  const { id } = customer;
  const saved = toCustomerValues(customer);
  const { form, isClean, conflict, saving } = useStoredForm(mayWrite ? `customer:${id}` : null, saved);

  const save = async (next: CustomerValues) => {
    const request = mutators.customers.update({ id, changes: customerChanges(next, saved), now: Date.now() });
    await act(request, { done: t('common:saved'), ...saving(next) });
  };
  return (
    <PageSection title={t('fields.title')}>
      <form noValidate onSubmit={(event) => void form.handleSubmit(save)(event)} className="flex flex-col gap-6">
        <CustomerFields form={form} conflict={conflict} tags={tags} disabled={!mayWrite} />
        {mayWrite && <SubmitRow label={t('common:save')} clean={isClean} loading={form.formState.isSubmitting} />}
      </form>
    </PageSection>
  );
}
