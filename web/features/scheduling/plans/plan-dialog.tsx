import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localDate } from '#core/domain/time.ts';
import { queries } from '#core/zero/queries.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { DateField } from '#web/components/ui/inputs/date-field.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import { useDraft } from '#web/lib/forms/draft-form.ts';
import { type NewDraft, useNewDraft } from '#web/lib/forms/new-draft.ts';
import { useFocusFirstError } from '#web/lib/forms/use-focus-first-error.ts';
import type { PlanRow, SessionTypeRow } from '../types.ts';
import { LocationField } from './location-field.tsx';
import { TimeWindows, Weekdays } from './plan-fields.tsx';
import { emptyPlan, type PlanField, readPlan, toPlanValues } from './plan-values.ts';
import { usePlanActions } from './use-plan-actions.ts';

interface PlanDialogProps {
  type: SessionTypeRow;
  /** Null for a new plan. */
  plan: PlanRow | null;
  onClose: () => void;
}

export function PlanDialog(props: PlanDialogProps) {
  const { type, plan } = props;
  const newDraft = useNewDraft(`plan-new:${type.id}`);
  const [, { type: answer }] = useQuery(queries.sessionTypes.list());
  if (type.plans.some(({ id }) => id === newDraft.id)) newDraft.reset(answer);
  return <PlanForm key={plan?.id ?? newDraft.formKey} newDraft={newDraft} {...props} />;
}

function PlanForm({ newDraft, type, plan, onClose }: PlanDialogProps & { newDraft: NewDraft }) {
  const { t } = useTranslation(['scheduling', 'common']);
  const { timeZone: zone } = useAccount();
  const { create, update } = usePlanActions();
  const today = localDate(useNow(), zone);
  const [fresh] = useState(() => emptyPlan(today, t('plan.firstName')));
  const stored = plan ? toPlanValues(plan, zone) : fresh;
  const { values, change, discard, conflict, saving } = useDraft(plan ? `plan:${plan.id}` : newDraft.key, stored);
  const [checked, setChecked] = useState(false);
  const { form, refuse } = useFocusFirstError();
  const { fields, wrong } = readPlan(values, zone);
  const errorOf = (field: PlanField) => (checked && wrong.has(field) ? t(`plan.wrong.${field}`) : undefined);
  const save = async () => {
    setChecked(true);
    if (!fields) return refuse();
    const stands = plan
      ? update(plan, fields, saving())
      : newDraft.submit((options) => create(newDraft.id, type.id, fields, options));
    if (await stands) onClose();
  };
  const giveUp = () => {
    discard();
    onClose();
  };
  const bookings = Number(values.maxBookingsPerDay);
  return (
    <FormDialog
      size="wide"
      title={t(plan ? 'plan.edit' : 'plan.new')}
      submitLabel={t(plan ? 'common:save' : 'plan.add')}
      button={{ writes: true }}
      formRef={form}
      onSubmit={save}
      onClose={giveUp}
    >
      <Field
        label={t('plan.name')}
        required
        hint={t('plan.nameHint')}
        error={errorOf('name')}
        conflict={conflict('name')}
      >
        <TextInput autoComplete="off" value={values.name} onChange={({ target }) => change({ name: target.value })} />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <DateField
          label={t('plan.startDate')}
          required
          zone={zone}
          value={values.startDate}
          onChange={(startDate) => change({ startDate })}
          error={errorOf('startDate')}
        />
        <DateField
          label={t('plan.endDate')}
          optional
          zone={zone}
          min={values.startDate}
          value={values.endDate}
          onChange={(endDate) => change({ endDate })}
          error={errorOf('endDate')}
        />
      </div>
      <Weekdays
        value={values.daysOfWeek}
        onChange={(daysOfWeek) => change({ daysOfWeek })}
        error={errorOf('daysOfWeek')}
      />
      <TimeWindows
        windows={values.timeSlots}
        onChange={(timeSlots) => change({ timeSlots })}
        error={errorOf('timeSlots')}
      />
      <LocationField value={values} onChange={change} error={errorOf('location')} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label={t('plan.maxBookings')}
          required
          hint={t('plan.maxBookingsHint')}
          error={errorOf('maxBookingsPerDay')}
        >
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            className="max-w-32 tabular-nums"
            value={values.maxBookingsPerDay}
            onChange={({ target }) => change({ maxBookingsPerDay: target.value })}
          />
        </Field>
        <Field label={t('plan.buffer')} required hint={t('plan.bufferHint')} error={errorOf('bufferTime')}>
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            className="max-w-32 tabular-nums"
            value={values.bufferTime}
            onChange={({ target }) => change({ bufferTime: target.value })}
          />
        </Field>
      </div>
      {bookings >= 1 && bookings < type.maxClients && (
        <Banner tone="warning" title={t('plan.group', { count: bookings })}>
          {t('plan.groupText', { count: type.maxClients })}
        </Banner>
      )}
    </FormDialog>
  );
}
