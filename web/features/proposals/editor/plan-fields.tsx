import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MAX_INSTALMENTS } from '#core/domain/payments/instalments.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { MoneyInput } from '#web/components/ui/inputs/money-input.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { addPlanPart, DUE_KINDS, type PlanFault, type PlanPartValues, PRESETS, presetPlan } from '../plan-values.ts';

interface PlanFieldsProps {
  parts: readonly PlanPartValues[];
  /** What is wrong, once it was submitted. */
  fault: string | undefined;
  /** A session is booked with it, before which parts can be due. */
  hasSession: boolean;
  onChange: (parts: readonly PlanPartValues[]) => void;
}

/** How the total is paid: in one payment, or in parts with their dates. */
export function PlanFields({ parts, fault, hasSession, onChange }: PlanFieldsProps) {
  const { t } = useTranslation('proposals');
  const labelOf = (preset: (typeof PRESETS)[number]) =>
    typeof preset === 'number' ? t('plan.monthly', { count: preset }) : t(`plan.${preset}`);
  return (
    <PageSection title={t('plan.title')}>
      <fieldset className="flex flex-col gap-2">
        <legend className="text-caption font-medium">{t('plan.start')}</legend>
        <div className="flex flex-wrap gap-2">
          {PRESETS.map((preset) => (
            <Button key={preset} size="small" onClick={() => onChange(presetPlan(preset, hasSession))}>
              {labelOf(preset)}
            </Button>
          ))}
        </div>
      </fieldset>
      {parts.length === 0 ? (
        <p className="text-soft">{t('plan.none')}</p>
      ) : (
        <>
          {parts.map((part, index) => (
            <Part
              key={part.id}
              position={index + 1}
              part={part}
              hasSession={hasSession}
              onChange={(next) => onChange(parts.map((one) => (one.id === part.id ? next : one)))}
              onRemove={() => onChange(parts.filter((one) => one.id !== part.id))}
            />
          ))}
          <div>
            <Button
              size="small"
              icon={<Plus />}
              disabled={parts.length >= MAX_INSTALMENTS}
              onClick={() => onChange(addPlanPart(parts))}
            >
              {t('plan.add')}
            </Button>
          </div>
        </>
      )}
      {fault && (
        <p role="alert" className="text-caption text-danger">
          {t(`plan.faults.${fault as PlanFault}`)}
        </p>
      )}
    </PageSection>
  );
}

interface PartProps {
  position: number;
  part: PlanPartValues;
  hasSession: boolean;
  onChange: (part: PlanPartValues) => void;
  onRemove: () => void;
}

function Part({ position, part, hasSession, onChange, onRemove }: PartProps) {
  const { t } = useTranslation('proposals');
  const { unit, percent, amount, due, days, day } = part;
  const kinds = DUE_KINDS.filter((kind) => kind !== 'session' || hasSession || due === 'session');
  return (
    <fieldset className="flex flex-wrap items-end gap-3 border-b border-line pb-4">
      <legend className="pb-1 text-caption font-medium">{t('plan.part', { position })}</legend>
      <div className="w-24">
        {unit === 'percent' ? (
          <Field label={t('plan.share')}>
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              className="tabular-nums"
              value={percent}
              onChange={({ target }) => onChange({ ...part, percent: target.value })}
            />
          </Field>
        ) : (
          <Field label={t('plan.amount')}>
            <MoneyInput value={amount} onChange={(next) => onChange({ ...part, amount: next })} />
          </Field>
        )}
      </div>
      <div className="w-28">
        <Field label={t('plan.unit')}>
          <Select
            value={unit}
            onChange={({ target }) => onChange({ ...part, unit: target.value as PlanPartValues['unit'] })}
            options={(['percent', 'amount'] as const).map((value) => ({ value, label: t(`plan.units.${value}`) }))}
          />
        </Field>
      </div>
      <div className="min-w-60 flex-1">
        <Field label={t('plan.when')}>
          <Select
            value={due}
            onChange={({ target }) => onChange({ ...part, due: target.value as PlanPartValues['due'] })}
            options={kinds.map((value) => ({ value, label: t(`plan.due.${value}`) }))}
          />
        </Field>
      </div>
      <div className={due === 'date' ? 'w-40' : 'w-24'}>
        {due === 'date' ? (
          <Field label={t('plan.date')}>
            <TextInput type="date" value={day} onChange={({ target }) => onChange({ ...part, day: target.value })} />
          </Field>
        ) : (
          <Field label={t('plan.days')}>
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              className="tabular-nums"
              value={days}
              onChange={({ target }) => onChange({ ...part, days: target.value })}
            />
          </Field>
        )}
      </div>
      <IconButton label={t('plan.remove', { position })} icon={<X aria-hidden />} onClick={onRemove} />
    </fieldset>
  );
}
