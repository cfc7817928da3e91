import { useMemo } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { SubmitRow } from '#web/components/layout/submit-row.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { useAct } from '#web/lib/act.tsx';
import { useDraft, useKeepDraft } from '#web/lib/draft.ts';
import { useFollow } from '#web/lib/use-follow.ts';
import type { CustomerRow } from '../customer-rows.ts';
import { CustomerFields } from '../forms/customer-fields.tsx';
import { afterChanges, changesOf, valuesOf, type CustomerValues } from '../forms/customer-values.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';

interface DetailsSectionProps {
  customer: CustomerRow;
  /** The studio's. */
  tags: readonly string[];
}

export function DetailsSection({ customer, tags }: DetailsSectionProps) {
  const { t } = useTranslation(['customers', 'common']);
  const { role } = useAccount();
  const act = useAct();
  const mayWrite = can(role, 'customers.write');
  const stored = JSON.stringify(valuesOf(customer));
  // The same as long as it says the same: lists are new with every row.
  const saved = useMemo(() => JSON.parse(stored) as CustomerValues, [stored]);
  const draft = useDraft(`customer:${customer.id}`, saved);
  const form = useForm({ defaultValues: draft.initial });
  const meanwhile = useFollow(form, saved);
  const values = useWatch({ control: form.control }) as CustomerValues;
  const clean = JSON.stringify(values) === stored;
  useKeepDraft(draft, values, mayWrite && !clean);

  const save = async (next: CustomerValues) => {
    const changes = changesOf(next, saved);
    const request = mutators.customers.update({ id: customer.id, changes, now: Date.now() });
    if (!(await act(request, { done: t('common:saved') }))) return;
    draft.forget();
    // As it is stored: without the blanks around it. From here on, what others save is followed again.
    form.reset(afterChanges(next, changes));
  };
  return (
    <PageSection title={t('fields.title')}>
      <form noValidate onSubmit={(event) => void form.handleSubmit(save)(event)} className="flex flex-col gap-6">
        <CustomerFields form={form} meanwhile={meanwhile} tags={tags} disabled={!mayWrite} />
        {mayWrite && <SubmitRow label={t('common:save')} clean={clean} loading={form.formState.isSubmitting} />}
      </form>
    </PageSection>
  );
}
