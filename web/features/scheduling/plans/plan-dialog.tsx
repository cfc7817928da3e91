import { useQuery } from '@rocicorp/zero/react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { localDate } from '#core/domain/values/time.ts';
import { queries } from '#core/zero/queries.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { DateField } from '#web/components/ui/inputs/date-field.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import { type NewDraft, useNewDraft } from '#web/lib/forms/new-draft.ts';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { paths } from '#web/lib/paths.ts';
import type { PlanRow, SessionTypeRow } from '../types.ts';
import { TimeWindows, Weekdays } from './plan-fields.tsx';
import { emptyPlan, planForm, type PlanValues, toPlanValues } from './plan-values.ts';
import { usePlanActions } from './use-plan-actions.ts';

const ELSEWHERE = 'elsewhere';

/** A stored location of the studio, or an address as text. */
interface LocationOption {
  locationId: string | null;
  location: string;
}

interface LocationFieldProps {
  value: LocationOption;
  onChange: (location: LocationOption) => void;

  error: string | undefined;
}

function LocationField({ value, onChange, error }: LocationFieldProps) {
  const { t } = useTranslation('scheduling');
  const [locations] = useQuery(queries.locations.list());
  const [isElsewhere, setElsewhere] = useState(value.location !== '');
  const chosen = value.locationId ?? (isElsewhere || locations.length === 0 ? ELSEWHERE : '');
  const choose = (choice: string) => {
    setElsewhere(choice === ELSEWHERE);
    onChange({ locationId: choice === ELSEWHERE ? null : choice || null, location: '' });
  };
  return (
    <div className="flex flex-col gap-3">
      {locations.length > 0 && (
        <Field label={t('plan.place')} optional>
          <Select
            value={chosen}
            onChange={({ target }) => choose(target.value)}
            options={[
              { value: '', label: t('plan.noPlace') },
              ...locations.map(({ id, name }) => ({ value: id, label: name })),
              { value: ELSEWHERE, label: t('plan.elsewhere') },
            ]}
          />
        </Field>
      )}
      {chosen === ELSEWHERE && (
        <Field
          label={t('plan.address')}
          optional
          hint={locations.length === 0 && <Link to={paths.locations}>{t('plan.addPlaces')}</Link>}
          error={error}
        >
          <TextInput
            autoComplete="off"
            value={value.location}
            onChange={({ target }) => onChange({ locationId: null, location: target.value })}
          />
        </Field>
      )}
    </div>
  );
}

type PlanField = Exclude<keyof PlanValues, 'locationId'>;

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
  const draft = useDraft(plan ? `plan:${plan.id}` : newDraft.key, stored);
  const { values, change, discard, conflict, saving } = draft;
  const schema = useMemo(() => planForm(zone), [zone]);
  const errorOf = (field: PlanField) => form.error(field) && t(`plan.wrong.${field}`);
  const form = useForm(draft, schema, async (fields) => {
    const isConfirmed = plan
      ? update(plan, fields, saving())
      : newDraft.submit((options) => create(newDraft.id, type.id, fields, options));
    if (await isConfirmed) onClose();
  });
  const discardAndClose = () => {
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
      onSubmit={form.submit}
      onClose={discardAndClose}
    >
      <Field
        label={t('plan.name')}
        required
        hint={t('plan.nameHint')}
        error={errorOf('name')}
        conflict={conflict('name')}
      >
        <TextInput autoComplete="off" {...form.input('name')} />
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
            {...form.input('maxBookingsPerDay')}
          />
        </Field>
        <Field label={t('plan.buffer')} required hint={t('plan.bufferHint')} error={errorOf('bufferTime')}>
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            className="max-w-32 tabular-nums"
            {...form.input('bufferTime')}
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
