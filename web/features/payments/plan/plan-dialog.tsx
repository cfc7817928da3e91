import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { hasPlan, MAX_INSTALMENTS } from '#core/domain/payments/instalments.ts';
import { mutators } from '#core/zero/mutators.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { MoneyInput } from '#web/components/ui/inputs/money-input.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFields, useForm } from '#web/lib/forms/use-form.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { usePaymentLabels } from '../payment-labels.tsx';
import type { BillingRow, PlanSettings } from '../types.ts';
import { ownerArgs } from '../use-billing.ts';
import {
  addPart,
  leftOf,
  MONTHLY,
  type PartValues,
  planForm,
  type PlanValues,
  presetParts,
  toParts,
} from './plan-values.ts';

interface PlanDialogProps {
  billing: BillingRow;
  /** The order's; undefined until it is synced. */
  settings: PlanSettings | undefined;
  onClose: () => void;
}

/** Edits the payment plan of a session or an order: amounts and due dates, which add up to the price. */
export function PlanDialog({ billing, settings, onClose }: PlanDialogProps) {
  const { t } = useTranslation('payments');
  const { timeZone: zone } = useAccount();
  const mutate = useMutation();
  const labels = usePaymentLabels();
  const { paymentAmount: total, depositAmount: deposit, sessionId, session } = billing;
  const isPlanned = hasPlan(billing);
  const fields = useFields<PlanValues>(() => ({
    parts: toParts(billing, zone),
    moves: settings?.planMoves ?? false,
    reminds: isPlanned ? (settings?.planReminds ?? true) : true,
  }));
  const { parts, moves, reminds } = fields.values;
  const setParts = (next: readonly PartValues[]) => fields.change({ parts: next });
  const form = useForm(fields, planForm({ total, zone }), async (plan) => {
    const request = mutators.payments.setPlan({ ...ownerArgs(billing), ...plan, now: Date.now() });
    if (await mutate(request, { done: t('plan.done') })) onClose();
  });
  const fault = form.error('parts') as 'amount' | 'date' | 'order' | 'sum' | undefined;
  const left = leftOf(parts, total);
  const start = sessionId === null ? null : (session?.date ?? null);
  const choose = (preset: Parameters<typeof presetParts>[0]) =>
    setParts(presetParts(preset, { total, deposit, start, now: Date.now(), zone }));
  return (
    <FormDialog
      button={{ writes: true, loading: form.isSubmitting }}
      title={t('plan.title')}
      submitLabel={t('plan.act')}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="text-caption font-medium">{t('plan.start')}</legend>
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => choose('deposit')}>
            {t(sessionId === null ? 'plan.halves' : 'plan.deposit')}
          </Button>
          {MONTHLY.map((count) => (
            <Button key={count} size="small" onClick={() => choose(count)}>
              {t('plan.monthly', { count })}
            </Button>
          ))}
        </div>
      </fieldset>
      <div className="flex flex-col gap-3">
        {parts.map((part, index) => (
          <Part
            key={part.id}
            position={index + 1}
            part={part}
            fault={fault}
            onChange={(next) => setParts(parts.map((one) => (one.id === part.id ? next : one)))}
            onRemove={parts.length > 1 ? () => setParts(parts.filter((one) => one.id !== part.id)) : null}
          />
        ))}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Button
            size="small"
            icon={<Plus />}
            disabled={parts.length >= MAX_INSTALMENTS}
            onClick={() => setParts(addPart(parts, total))}
          >
            {t('plan.addPart')}
          </Button>
          <output data-figures className="text-caption text-soft">
            {left === null || left === 0
              ? t('plan.total', { amount: labels.money(total) })
              : t(left > 0 ? 'plan.left' : 'plan.over', { amount: labels.money(Math.abs(left)) })}
          </output>
        </div>
        {fault && (
          <p role="alert" className="text-caption text-danger">
            {fault === 'sum' ? t('plan.sum', { total: labels.money(total) }) : t(`plan.${fault}`)}
          </p>
        )}
      </div>
      <div className="flex flex-col">
        <Checkbox
          label={t('plan.reminds')}
          hint={t('plan.remindsHint')}
          checked={reminds}
          onChange={(next) => fields.change({ reminds: next })}
        />
        {sessionId !== null && (
          <Checkbox label={t('plan.moves')} checked={moves} onChange={(next) => fields.change({ moves: next })} />
        )}
      </div>
    </FormDialog>
  );
}

interface PartProps {
  position: number;
  part: PartValues;
  fault: string | undefined;
  onChange: (part: PartValues) => void;
  /** Null for the only one. */
  onRemove: (() => void) | null;
}

function Part({ position, part, fault, onChange, onRemove }: PartProps) {
  const { t } = useTranslation('payments');
  const isWrong = {
    amount: fault === 'amount' && (typeof part.amount !== 'number' || part.amount < 1),
    date: fault === 'date' && part.day === '',
  };
  return (
    <fieldset className="flex flex-wrap items-end gap-3 border-b border-line pb-3">
      <legend className="pb-1 text-caption font-medium">{t('plan.part', { position })}</legend>
      <div className="min-w-24 flex-1">
        <Field label={t('fields.amount')} error={isWrong.amount ? t('plan.amount') : undefined}>
          <MoneyInput value={part.amount} onChange={(amount) => onChange({ ...part, amount })} />
        </Field>
      </div>
      <div className="min-w-36 flex-1">
        <Field label={t('fields.due')} error={isWrong.date ? t('plan.date') : undefined}>
          <TextInput type="date" value={part.day} onChange={({ target }) => onChange({ ...part, day: target.value })} />
        </Field>
      </div>
      {onRemove && (
        <IconButton label={t('plan.removePart', { position })} icon={<X aria-hidden />} onClick={onRemove} />
      )}
    </fieldset>
  );
}
