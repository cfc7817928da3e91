import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type BookingRules, bookingRules } from '#core/domain/sessions/booking.ts';
import { mutators } from '#core/zero/mutators.ts';
import { SettingsSection } from '#web/components/layout/settings-forms.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select, type SelectOption } from '#web/components/ui/inputs/select.tsx';
import { Textarea } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

/** Values offered, in the unit of each rule. */
export const NOTICE_MINUTES = [0, HOUR, 2 * HOUR, 4 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY];
export const HORIZON_DAYS = [7, 14, 30, 60, 90, 180, 365, 730];
export const CUTOFF_HOURS = [0, 2, 6, 12, 24, 48, 72, 168];
export const REMINDER_HOURS = [0, 2, 6, 12, 24, 48, 72, 168];

/** Returns the usual options and the stored value, in order. */
export function ruleOptions(
  usual: readonly number[],
  stored: number,
  label: (value: number) => string,
): SelectOption[] {
  return [...new Set([...usual, stored])]
    .toSorted((left, right) => left - right)
    .map((value) => ({ value: String(value), label: label(value) }));
}

const COUNTED = ['minNoticeMinutes', 'horizonDays', 'cutoffHours', 'reminderHours'] as const;
type Counted = (typeof COUNTED)[number];

const USUAL: Record<Counted, readonly number[]> = {
  minNoticeMinutes: NOTICE_MINUTES,
  horizonDays: HORIZON_DAYS,
  cutoffHours: CUTOFF_HOURS,
  reminderHours: REMINDER_HOURS,
};
/** Minutes per unit of each rule. */
const UNIT: Record<Counted, number> = { minNoticeMinutes: 1, horizonDays: 1440, cutoffHours: 60, reminderHours: 60 };
const NONE = {
  minNoticeMinutes: 'none',
  cutoffHours: 'untilStart',
  reminderHours: 'never',
  horizonDays: 'todayOnly',
} as const;

const schema = z.object({ pageText: bookingRules.shape.pageText });

interface RulesFormProps {
  saved: BookingRules;
  readOnly: boolean;
  /** What follows from open booking. */
  children: ReactNode;
}

/** Form of online booking: whether it is open, notice, horizon, cut-off, reminder and texts. */
export function RulesForm({ saved, readOnly, children }: RulesFormProps) {
  const { t } = useTranslation(['scheduling', 'common']);
  const { id: accountId } = useAccount();
  const format = useFormat();
  const mutate = useMutation();
  const isLocked = !useWritable() || readOnly;
  const draft = useDraft<BookingRules>(`booking-rules:${accountId}`, saved);
  const { values, change } = draft;
  const form = useForm(draft, schema, () => {
    const former = Object.fromEntries(Object.entries(saved).filter(([rule]) => rule in draft.changes));
    const undo = () => mutators.settings.setBooking({ rules: former, now: Date.now() });
    const request = mutators.settings.setBooking({ rules: draft.changes, now: Date.now() });
    return mutate(request, { done: t('common:saved'), undo, ...draft.saving() });
  });
  const optionLabel = (rule: Counted) => (value: number) =>
    value === 0 ? t(`rules.${NONE[rule]}`) : format.duration(value * UNIT[rule]);
  return (
    <SettingsSection title={t('rules.title')} disabled={false} draft={draft} form={form}>
      <fieldset disabled={isLocked} className="contents">
        <Checkbox
          label={t('booking.open')}
          hint={t(saved.isOpen ? 'booking.isOpen' : 'booking.isClosed')}
          checked={values.isOpen}
          onChange={(isOpen) => change({ isOpen })}
        />
      </fieldset>
      {/* Reading and copying the address changes nothing. */}
      {children}
      <fieldset disabled={isLocked} className="contents">
        <div className="grid items-start gap-5 sm:grid-cols-2">
          {COUNTED.map((rule) => (
            <Field key={rule} label={t(`rules.${rule}`)} hint={t(`rules.${rule}Hint`)}>
              <Select
                value={String(values[rule])}
                onChange={({ target }) => change({ [rule]: Number(target.value) })}
                options={ruleOptions(USUAL[rule], saved[rule], optionLabel(rule))}
              />
            </Field>
          ))}
        </div>
        <Checkbox
          label={t('rules.withdrawable')}
          hint={t('rules.withdrawableHint')}
          checked={values.withdrawable}
          onChange={(withdrawable) => change({ withdrawable })}
        />
        <Field
          label={t('rules.pageText')}
          optional
          hint={t('rules.pageTextHint')}
          error={form.fault('pageText') && t('tooLong')}
          conflict={draft.conflict('pageText')}
        >
          <Textarea {...form.input('pageText')} />
        </Field>
      </fieldset>
    </SettingsSection>
  );
}
