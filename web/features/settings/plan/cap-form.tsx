import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cap as capSchema } from '#core/domain/studio/plan.ts';
import { CAP_LIMITS } from '#core/domain/studio/prices.ts';
import { monthBounds } from '#core/domain/studio/usage.ts';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Progress } from '#web/components/ui/feedback/progress.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { MoneyInput } from '#web/components/ui/inputs/money-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { ApiError } from '#web/lib/api/api-client.ts';
import { useApi } from '#web/lib/api/api-context.tsx';
import type { Amount } from '#web/lib/forms/amount.ts';
import { FormatContext, useFormat } from '#web/lib/format/use-format.ts';
import type { PlanPartProps } from './plan-part.ts';

/** The cap as a bar with figures, and the form that changes it. */
export function CapForm({ plan, onChange }: PlanPartProps) {
  const { t } = useTranslation('plan');
  const account = useAccount();
  const format = useFormat({ zone: 'UTC', currency: plan.currency });
  const api = useApi();
  const { call, busy } = useApiCall();
  const [typed, setTyped] = useState<Amount>(plan.cap);
  const [isChecked, setChecked] = useState(false);
  /** What the month has cost, once the server has refused a lower cap. */
  const [least, setLeast] = useState(0);
  const { success, data: cap } = capSchema.safeParse(typed);
  const { used, monthCap, isCapped, state, month } = plan;
  const isTrial = state === 'trialing';
  const money = (amount: number) => format.money(amount);
  const save = async () => {
    setChecked(true);
    if (!success) return;
    await call(async () => {
      try {
        onChange(await api.plan.setCap({ body: { cap } }));
      } catch (error) {
        if (error instanceof ApiError && error.code === 'cap_below_used') setLeast(Number(error.params['used']));
        throw error;
      }
    }, t('cap.saved'));
  };
  const invalid = success
    ? cap < least && t('cap.belowUsed', { used: money(least) })
    : isChecked && t('cap.invalid', { least: money(CAP_LIMITS.least), most: money(CAP_LIMITS.most) });
  return (
    <form
      noValidate
      className="flex flex-col items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {!isTrial && (
        <div className="w-full">
          <Progress
            label={t('cap.title')}
            value={used / monthCap}
            text={t(used > monthCap ? 'cap.over' : 'cap.used', { used: money(used), cap: money(monthCap) })}
            tone={isCapped ? 'danger' : 'accent'}
          />
        </div>
      )}
      {isCapped && (
        <p className="measure text-danger">
          {t(isTrial ? 'cap.trialReached' : 'cap.reached', { date: format.day(monthBounds(month).end) })}
        </p>
      )}
      <FormatContext value={{ ...account, currency: plan.currency }}>
        <Field label={t('cap.label')} hint={t('cap.text')} error={invalid || undefined}>
          <MoneyInput value={typed} onChange={setTyped} />
        </Field>
      </FormatContext>
      <Button type="submit" writes loading={busy} disabled={cap === plan.cap}>
        {t('cap.save')}
      </Button>
    </form>
  );
}
