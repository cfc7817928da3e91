import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { MAX_MERGED } from '#core/domain/clients/customers.ts';
import { can } from '#core/domain/studio/roles.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { customerHref, paths } from '#web/lib/paths.ts';
import { DismissedDuplicates, useDismissedDuplicates } from './dismissed-duplicates.tsx';
import { type Duplicates, findDuplicates } from './find-duplicates.ts';
import { useCustomerList } from './list/use-customer-list.ts';
import { MergeForm } from './merge-form.tsx';
import { mergeHref, mergeIds } from './merge-ids.ts';
import type { CustomerListRow } from './types.ts';

/** Maximum number of groups shown. */
const SHOWN = 100;

/** Groups of probable duplicates; with ids in the address, the form that merges them. */
export function DuplicatesPage() {
  const { t } = useTranslation('customers');
  const [params] = useSearchParams();
  const { items, complete } = useCustomerList('name');
  const ids = mergeIds(params);
  const { role } = useAccount();
  const mayChange = can(role, 'customers.write');
  const { pairs, isDistinct, mark, unmark } = useDismissedDuplicates();
  const groups = useMemo(
    () =>
      findDuplicates(
        items.map(({ customer }) => customer),
        isDistinct,
      ),
    [items, isDistinct],
  );
  const byId = useMemo(() => new Map(items.map(({ customer }) => [customer.id, customer])), [items]);
  const chosen = items.filter(({ customer }) => ids.includes(customer.id));
  if (ids.length > 0 && chosen.length > 1) {
    return <MergeForm key={ids.join('.')} items={chosen} />;
  }
  // The clients to merge are loading: the list of all duplicates would only flash.
  if (ids.length > 0 && !complete) return <LoadingPlaceholder className="h-64" />;
  return (
    <>
      <PageHeader
        title={t('duplicates.title')}
        back={{ to: paths.customers, label: t('title') }}
        detail={groups.length > 0 && <p>{t('duplicates.intro')}</p>}
      />
      {groups.length === 0 && !complete && <LoadingPlaceholder className="h-64" />}
      {groups.length === 0 && complete && (
        <EmptyState
          title={t('duplicates.none')}
          action={
            <Link to={paths.customers} className={buttonClass()}>
              {t('missing.act')}
            </Link>
          }
        >
          {t('duplicates.noneText')}
        </EmptyState>
      )}
      <ul className="column flex flex-col gap-8">
        {groups.slice(0, SHOWN).map((group) => (
          <Group
            key={group.customers.map(({ id }) => id).join('.')}
            group={group}
            onDistinct={mayChange ? mark : undefined}
          />
        ))}
      </ul>
      <DismissedDuplicates
        customers={byId}
        pairs={pairs}
        mayChange={mayChange}
        onAgain={(pair) => void unmark([pair])}
      />
    </>
  );
}

interface GroupProps {
  group: Duplicates<CustomerListRow>;
  /** Marks the group as different people; undefined without the permission. */
  onDistinct: ((ids: readonly string[]) => Promise<boolean>) | undefined;
}

function Group({ group, onDistinct }: GroupProps) {
  const { t } = useTranslation('customers');
  const some = group.customers.slice(0, MAX_MERGED + 1);
  const ids = some.map(({ id }) => id);
  const name = some[0]?.name ?? '';
  return (
    <li className="flex flex-wrap items-start justify-between gap-4 border-t border-line pt-4">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap gap-x-4 pb-2">
          {group.alike.map((likeness) => (
            <Tag key={likeness}>{t(`duplicates.same.${likeness}`)}</Tag>
          ))}
        </p>
        <ul className="flex flex-col gap-1">
          {some.map(({ id, name: called, email, phone }) => (
            <li key={id} className="truncate">
              <Link to={customerHref(id)} className="thumb font-medium no-underline hover:underline">
                {called}
              </Link>
              <span className="text-caption text-soft">{[email, phone].filter(Boolean).map((one) => ` · ${one}`)}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-2">
        <Link
          to={mergeHref(paths.duplicateCustomers, ids)}
          aria-label={t('duplicates.compareNamed', { name })}
          className={buttonClass({ size: 'small' })}
        >
          {t('duplicates.compare')}
        </Link>
        {onDistinct && (
          <Button
            size="small"
            variant="quiet"
            aria-label={t('duplicates.distinctNamed', { name })}
            writes
            onClick={() => void onDistinct(ids)}
          >
            {t('duplicates.distinct')}
          </Button>
        )}
      </div>
    </li>
  );
}
