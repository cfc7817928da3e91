import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type CancellationRule, MAX_CANCELLATION_WINDOWS } from '#core/domain/payments/cancellation.ts';
import { cancellationSteps } from '#core/domain/payments/cancellation-terms.ts';
import { type CancellationWords, describeRule } from '#core/domain/payments/cancellation-text.ts';
import { mutators } from '#core/zero/mutators.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { SavedByPage } from '#web/components/layout/settings-forms.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { RadioGroup } from '#web/components/ui/inputs/radio-group.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { readConfig } from '#web/lib/env.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { SessionTypeRow } from '../types.ts';
import {
  CANCELLATION_KINDS,
  cancellationForm,
  toCancellationValues,
  type WindowValues,
} from './cancellation-values.ts';

/** What clients are promised about their money if they cancel a session of the type. */
export function CancellationSection({ type }: { type: SessionTypeRow }) {
  const { t } = useTranslation(['scheduling', 'common']);
  const mutate = useMutation();
  const draft = useDraft(`session-type-cancellation:${type.id}`, toCancellationValues(type.cancellation));
  const { values, change } = draft;
  const form = useForm(draft, cancellationForm, (cancellation) => {
    const request = mutators.sessionTypes.update({ id: type.id, changes: { cancellation }, now: Date.now() });
    return mutate(request, { done: t('common:saved'), ...draft.saving() });
  });
  const error = (form.error('steps') ?? form.error('deposit')) && t('cancellation.wrong');
  const rule = form.read ?? null;
  return (
    <PageSection title={t('cancellation.title')}>
      <p className="measure text-soft">{t('cancellation.intro')}</p>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-6">
        <RadioGroup
          label={t('cancellation.label')}
          value={values.kind}
          onChange={(kind) => change({ kind })}
          options={CANCELLATION_KINDS.map((kind) => ({
            value: kind,
            label: t(`cancellation.kinds.${kind}.name`),
            hint: t(`cancellation.kinds.${kind}.hint`),
          }))}
        />
        {values.kind === 'deposit' && (
          <fieldset className="flex flex-col gap-2" data-wrong={error ? '' : undefined}>
            <legend className="text-caption font-medium">{t('cancellation.from')}</legend>
            <TimeBefore number={1} value={values.deposit} onChange={(deposit) => change({ deposit })} />
            <p className="text-caption text-soft">{t('cancellation.never')}</p>
            <WrongNote>{error}</WrongNote>
          </fieldset>
        )}
        {values.kind === 'steps' && (
          <Steps steps={values.steps} error={error} onChange={(steps) => change({ steps })} />
        )}
        {values.kind !== 'none' && readConfig().cardPayments && (
          <Checkbox
            label={t('cancellation.automatic')}
            hint={t('cancellation.automaticHint')}
            checked={values.isAutomatic}
            onChange={(isAutomatic) => change({ isAutomatic })}
          />
        )}
        {rule && <RulePreview type={type} rule={rule} />}
        <SavedByPage label={t('cancellation.title')} draft={draft} form={form} />
      </form>
    </PageSection>
  );
}

/** The rule as clients read it, with the type's amounts. */
function RulePreview({ type, rule }: { type: SessionTypeRow; rule: CancellationRule }) {
  const { t } = useTranslation('scheduling');
  const { t: ofClients } = useTranslation('cancellation');
  const text: CancellationWords['text'] = (key, values) => ofClients(key, values);
  const format = useFormat();
  const { price = 0, deposit = 0 } = type.price ?? {};
  const steps = cancellationSteps(rule, { startsAt: 0, price, deposit });
  const lines = describeRule({ text, money: price > 0 ? format.money : null }, rule, steps);
  return (
    <section className="flex flex-col gap-1 rounded-control bg-sunken px-4 py-3" aria-live="polite">
      <h3 className="text-caption font-medium">{t('cancellation.preview')}</h3>
      <ul className="flex flex-col gap-0.5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {rule.windows.some(({ keeps }) => keeps === 'deposit') && deposit === 0 && (
        <p className="text-caption text-danger">{t('cancellation.noDeposit')}</p>
      )}
    </section>
  );
}

function WrongNote({ children }: { children: string | undefined }) {
  return (
    children && (
      <p role="alert" className="text-caption text-danger">
        {children}
      </p>
    )
  );
}

interface TimeBeforeProps {
  number: number;
  value: WindowValues;
  onChange: (value: WindowValues) => void;
}

function TimeBefore({ number, value, onChange }: TimeBeforeProps) {
  const { t } = useTranslation('scheduling');
  return (
    <span className="flex flex-wrap items-center gap-2">
      <TextInput
        inputMode="numeric"
        autoComplete="off"
        aria-label={t('cancellation.time', { number })}
        value={value.time}
        onChange={({ target }) => onChange({ ...value, time: target.value })}
        className="max-w-20 tabular-nums"
      />
      <Select
        aria-label={t('cancellation.unit', { number })}
        value={value.unit}
        onChange={({ target }) => onChange({ ...value, unit: target.value as WindowValues['unit'] })}
        options={[
          { value: 'days', label: t('cancellation.days') },
          { value: 'hours', label: t('cancellation.hours') },
        ]}
      />
    </span>
  );
}

interface StepsProps {
  steps: readonly WindowValues[];
  error: string | undefined;
  onChange: (steps: readonly WindowValues[]) => void;
}

/** The windows in order of time. */
function Steps({ steps, error, onChange }: StepsProps) {
  const { t } = useTranslation('scheduling');
  const set = (index: number, value: WindowValues) => onChange(steps.map((one, at) => (at === index ? value : one)));
  const add = () => onChange([...steps, { time: '', unit: 'days', keeps: 'percent', percent: '100' }]);
  return (
    <fieldset className="flex flex-col gap-3" data-wrong={error ? '' : undefined}>
      <legend className="mb-1.5 text-caption font-medium">{t('cancellation.steps')}</legend>
      {steps.map((step, index) => (
        // Key by index: the values change while typing.
        <div key={index} className="flex items-start gap-2">
          <div className="flex min-w-0 flex-wrap items-center gap-2">
            <TimeBefore number={index + 1} value={step} onChange={(value) => set(index, value)} />
            <Select
              aria-label={t('cancellation.keeps', { number: index + 1 })}
              value={step.keeps}
              onChange={({ target }) => set(index, { ...step, keeps: target.value as WindowValues['keeps'] })}
              options={[
                { value: 'percent', label: t('cancellation.keepsPercent') },
                { value: 'deposit', label: t('cancellation.keepsDeposit') },
              ]}
            />
            {step.keeps === 'percent' && (
              <span className="flex items-center gap-1.5">
                <TextInput
                  inputMode="numeric"
                  autoComplete="off"
                  aria-label={t('cancellation.percent', { number: index + 1 })}
                  value={step.percent}
                  onChange={({ target }) => set(index, { ...step, percent: target.value })}
                  className="max-w-20 tabular-nums"
                />
                <span aria-hidden>{'%'}</span>
              </span>
            )}
          </div>
          {steps.length > 1 && (
            <IconButton
              label={t('cancellation.remove', { number: index + 1 })}
              icon={<X aria-hidden />}
              onClick={() => onChange(steps.toSpliced(index, 1))}
            />
          )}
        </div>
      ))}
      <p className="text-caption text-soft">{t('cancellation.stepsHint')}</p>
      <WrongNote>{error}</WrongNote>
      {steps.length < MAX_CANCELLATION_WINDOWS && (
        <Button size="small" icon={<Plus />} className="self-start" onClick={add}>
          {t('cancellation.add')}
        </Button>
      )}
    </fieldset>
  );
}
