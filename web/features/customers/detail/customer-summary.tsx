import { useTranslation } from 'react-i18next';
import { mayRedirectClient } from '#core/domain/payments/session-money.ts';
import { MAX_NOTES } from '#core/domain/values/primitives.ts';
import { can } from '#core/domain/studio/roles.ts';
import { BUSY_STATUSES } from '#core/domain/sessions/sessions.ts';
import { mutators } from '#core/zero/mutators.ts';
import { OwnAmounts } from '#web/lib/payments/own-amounts.tsx';
import { NotesPanel } from '#web/components/layout/notes-panel.tsx';
import { PageSection, SubmitRow } from '#web/components/layout/page-section.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { CustomerFields } from '../customer-fields.tsx';
import { customerChanges, customerForm, toCustomerValues } from '../customer-form-values.ts';
import type { CustomerRow, CustomerSession } from '../types.ts';

type SessionDate = Pick<CustomerSession, 'date' | 'status'>;

interface CustomerSummaryProps {
  customer: CustomerRow;
  /** Null until they are loaded. */
  sessions: readonly SessionDate[] | null;
}

/** Returns the last session that has begun and the next one, as epoch milliseconds; those that are off do not count. */
export function lastAndNext(sessions: readonly SessionDate[], now: number) {
  const dates = sessions.filter(({ status }) => BUSY_STATUSES.includes(status)).map(({ date }) => date);
  const [begun, coming] = [dates.filter((date) => date <= now), dates.filter((date) => date > now)];
  return {
    last: begun.length > 0 ? Math.max(...begun) : null,
    next: coming.length > 0 ? Math.min(...coming) : null,
  };
}

/** Summary of a client: number of sessions, last and next one, and for some roles the paid amount and balance. */
export function CustomerSummary({ customer, sessions }: CustomerSummaryProps) {
  const { t } = useTranslation('customers');
  const { role } = useAccount();
  const format = useFormat();
  const { stats, balances } = customer;
  const { last, next } = lastAndNext(sessions ?? [], useNow());
  const none = sessions === null ? '…' : t('list.settled');
  const sum = (of: 'paid' | 'owed') => balances.reduce((total, row) => total + row[of], 0);
  const details = [
    { label: t('summary.sessions'), value: String(stats?.sessionCount ?? 0) },
    { label: t('summary.last'), value: last === null ? none : format.date(last) },
    ...(next === null ? [] : [{ label: t('summary.next'), value: format.date(next) }]),
    ...(can(role, 'money.read')
      ? [
          { label: t('summary.paid'), value: format.money(sum('paid')) },
          { label: t('list.balance'), value: format.money(sum('owed')) },
        ]
      : []),
  ];
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid grid-cols-2 gap-x-8 gap-y-4 md:flex md:flex-wrap md:gap-x-12">
        {details.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-caption text-soft">{label}</dt>
            <dd data-figures className="text-lead font-semibold">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <OwnAmounts />
    </div>
  );
}

interface DetailsSectionProps {
  customer: CustomerRow;
  sessions: readonly { photographerId: string | null }[];
  /** Tags of the studio. */
  tags: readonly string[];
}

export function DetailsSection({ customer, sessions, tags }: DetailsSectionProps) {
  const { t } = useTranslation(['customers', 'common']);
  const { role } = useAccount();
  const { session: signedIn } = useAuth();
  const mutate = useMutation();
  const mayWrite = can(role, 'customers.write');
  const { id } = customer;
  const saved = toCustomerValues(customer);
  // Read-only forms show no draft, which an earlier role may have left.
  const draft = useDraft(mayWrite ? `customer:${id}` : `customer-read:${id}`, saved);

  const form = useForm(draft, customerForm, () => {
    const request = mutators.customers.update({ id, changes: customerChanges(draft.values, saved), now: Date.now() });
    return mutate(request, { done: t('common:saved'), ...draft.saving() });
  });
  return (
    <PageSection title={t('fields.title')}>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-6">
        <CustomerFields
          draft={draft}
          form={form}
          conflict={draft.conflict}
          tags={tags}
          hasContacts={customer.contacts.length > 1}
          disabled={!mayWrite}
          hasFixedEmail={mayWrite && !mayRedirectClient({ role, userId: signedIn?.user.id ?? '' }, sessions)}
        />
        {mayWrite && <SubmitRow label={t('common:save')} clean={draft.isClean} loading={form.isSubmitting} />}
      </form>
    </PageSection>
  );
}

/** Notes of a client. */
export function NotesSection({ customer: { id, notes } }: { customer: CustomerRow }) {
  const { role } = useAccount();
  return (
    <NotesPanel
      draftKey={`customer-notes:${id}`}
      stored={notes}
      maxLength={MAX_NOTES}
      readOnly={!can(role, 'customers.note')}
      request={(text, base) => mutators.customers.setNotes({ id, notes: text, base, now: Date.now() })}
    />
  );
}
