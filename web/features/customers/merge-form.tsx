import { useQuery } from '@rocicorp/zero/react';
import { Merge } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import {
  listPairs,
  mergeCustomerFields,
  type CustomerFields,
  SELECTABLE_FIELDS,
  type SelectableField,
} from '#core/domain/clients/customers.ts';
import { mayHaveEmail } from '#core/domain/payments/session-money.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { WaitingNote } from '#web/components/layout/page-section.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { RadioGroup } from '#web/components/ui/inputs/radio-group.tsx';
import { Card } from '#web/components/ui/lists/card.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { customerHref, paths } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { parseLanguage } from './customer-form-values.ts';
import { useDismissedDuplicates } from './dismissed-duplicates.tsx';
import type { ListItem } from './list/list-view.ts';
import type { CustomerListRow } from './types.ts';

interface MergePreviewProps {
  merged: CustomerFields;
  /** Clients that go to the trash. */
  others: readonly { id: string; name: string }[];
}

/** Preview of the merged client. */
function MergePreview({ merged, others }: MergePreviewProps) {
  const { t } = useTranslation(['customers', 'common', 'notes']);
  const details = [
    ...SELECTABLE_FIELDS.filter((field) => field !== 'name' && merged[field]).map((field) => ({
      label: t(`fields.${field}`),
      value: field === 'language' ? t(`common:languages.${merged.language ?? 'en'}`) : (merged[field] ?? ''),
    })),
    ...(merged.tags.length > 0 ? [{ label: t('tagsTitle'), value: merged.tags.join(' · ') }] : []),
    ...(merged.notes ? [{ label: t('notes:title'), value: merged.notes }] : []),
  ];
  return (
    <Card title={merged.name} description={t('merge.preview')}>
      <dl className="flex flex-col gap-3">
        {details.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-caption text-soft">{label}</dt>
            <dd className="max-h-48 overflow-y-auto wrap-anywhere whitespace-pre-wrap">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="pt-4 text-caption text-soft">
        {t('merge.moves', { count: others.length, names: others.map(({ name }) => name).join(', ') })}
      </p>
    </Card>
  );
}

interface MergeFormProps {
  /** Two or more. */
  items: readonly ListItem[];
}

/** Chooses the details that stay, and shows the merged client. */
export function MergeForm({ items }: MergeFormProps) {
  const { t } = useTranslation(['customers', 'common']);
  const mutate = useMutation();
  const navigate = useNavigate();
  const { isDistinct, mark } = useDismissedDuplicates();
  const hasFixedEmail = useFixedEmail(items.map(({ customer }) => customer));
  // Keep the id of the client with the latest session; without sessions, of the one created first.
  const [kept, ...others] = items
    .toSorted((a, b) => (b.lastSessionAt ?? 0) - (a.lastSessionAt ?? 0) || a.customer.createdAt - b.customer.createdAt)
    .map(({ customer }) => customer);
  const [chosen, setChosen] = useState<Partial<Record<SelectableField, string>>>({});
  if (!kept) return null;
  const all = [kept, ...others];
  const differing = SELECTABLE_FIELDS.map((field) => ({ field, values: valuesIn(all, field) })).filter(
    ({ values }) => values.length > 1,
  );
  const { language, ...texts } = chosen;
  const merged: CustomerFields = {
    ...mergeCustomerFields(kept, others),
    ...texts,
    ...(language === undefined ? {} : { language: parseLanguage(language) }),
  };
  const fixed = all.filter((one) => hasFixedEmail(one, merged.email));
  const merge = async () => {
    if (!(await mutate(requestOf(kept.id, others, merged), { done: t('merge.done', { name: merged.name }) }))) return;
    await navigate(customerHref(kept.id), { replace: true });
  };
  const distinguish = async () => {
    if (await mark(all.map(({ id }) => id))) await navigate(paths.duplicateCustomers, { replace: true });
  };
  const label = (field: SelectableField, value: string) =>
    field === 'language' ? t(`common:languages.${value as 'en'}`) : value;
  return (
    <>
      <PageHeader
        title={t('merge.title', { count: all.length })}
        back={{ to: paths.duplicateCustomers, label: t('duplicates.title') }}
        detail={<p className="measure">{t('merge.intro')}</p>}
      />
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
        <div className="flex flex-col gap-8">
          {differing.length === 0 && <p className="text-soft">{t('merge.nothingDiffers')}</p>}
          {differing.map(({ field, values }) => (
            <RadioGroup
              key={field}
              label={t(`fields.${field}`)}
              value={merged[field] ?? ''}
              onChange={(value) => setChosen({ ...chosen, [field]: value })}
              options={values.map((value) => ({
                value,
                label: label(field, value),
                hint: all
                  .filter((one) => one[field] === value)
                  .map((one) => (field === 'name' ? one.email || one.phone : one.name))
                  .filter(Boolean)
                  .join(', '),
              }))}
            />
          ))}
        </div>
        <div className="flex flex-col gap-6 lg:sticky lg:top-6 lg:self-start">
          {listPairs(all.map(({ id }) => id)).some(([one, other]) => isDistinct(one, other)) && (
            <Banner tone="warning">{t('merge.distinct')}</Banner>
          )}
          <MergePreview merged={merged} others={others} />
          {fixed.length > 0 && (
            <Banner tone="warning">{t('merge.emailFixed', { names: fixed.map(({ name }) => name).join(', ') })}</Banner>
          )}
          <div className="flex flex-wrap items-center gap-4">
            <Button variant="primary" icon={<Merge />} writes disabled={fixed.length > 0} onClick={() => void merge()}>
              {t('merge.confirm', { count: all.length })}
            </Button>
            <Button variant="quiet" writes onClick={() => void distinguish()}>
              {t('duplicates.distinct')}
            </Button>
            <WaitingNote />
          </div>
        </div>
      </div>
    </>
  );
}

/** Returns a function that tells whether the member may not merge a client into one with the address `to`. */
function useFixedEmail(customers: readonly CustomerListRow[]) {
  const { role } = useAccount();
  const { session } = useAuth();
  const customerIds = customers.map(({ id }) => id).toSorted();
  const [sessions] = useQuery(queries.sessions.ofCustomers({ customerIds, limit: 10_000 }));
  const member = { role, userId: session?.user.id ?? '' };
  return ({ id, email }: CustomerListRow, to: string) =>
    !mayHaveEmail(member, { email, sessions: sessions.filter(({ customerId }) => customerId === id) }, to);
}

function requestOf(keepId: string, others: readonly { id: string }[], merged: CustomerFields) {
  const { notes: _notes, tags: _tags, ...fields } = merged;
  return mutators.customers.merge({ keepId, mergeIds: others.map(({ id }) => id), fields, now: Date.now() });
}

/** Returns the distinct values of a field, in the order of the clients. */
function valuesIn(customers: readonly CustomerFields[], field: SelectableField): string[] {
  return [...new Set(customers.flatMap((one) => one[field] || []))];
}
