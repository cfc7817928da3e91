import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { can } from '#core/domain/studio/roles.ts';
import { usePageRole } from '#web/components/layout/list-detail-context.ts';
import { LoadingPlaceholder, PartialNote } from '#web/components/layout/loading-placeholder.tsx';
import { CreateLink, PageHeader } from '#web/components/layout/page-header.tsx';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { type RenderRow, VirtualList } from '#web/components/ui/lists/virtual-list.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import { customerHref, paths } from '#web/lib/paths.ts';
import { useSelectedIds } from '#web/lib/use-selected-ids.ts';
import { useViewParams } from '#web/lib/view-params.ts';
import { BulkBar } from './list/bulk-bar.tsx';
import { CustomerListItem, ITEM_HEIGHT, ListHead, useSwipeActions } from './list/customer-row.tsx';
import { CustomersToolbar, ListMenu } from './list/list-toolbar.tsx';
import { findItems, LIST, type ListItem } from './list/list-view.ts';
import { useBulkActions } from './list/use-bulk-actions.ts';
import { useCustomerList } from './list/use-customer-list.ts';
import { mergeHref } from './merge-ids.ts';

const keyOf = ({ customer }: ListItem) => customer.id;

export function CustomersPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('customers');
  const { role } = useAccount();
  const navigate = useNavigate();
  const now = useNow();
  const [view, change] = useViewParams(LIST);
  const { open, returned } = usePageRole();
  const { items, tags, complete } = useCustomerList(view.sort);
  // Deferred: the input updates immediately, the list of up to ten thousand rows after typing pauses.
  const deferredView = useDeferredValue(view);
  const shown = useMemo(() => findItems(items, deferredView), [items, deferredView]);
  // Keep the list's filters in the links of its rows.
  const params = LIST.write(deferredView).toString();
  const query = params && `?${params}`;
  const { ids: chosen, setIds: setChosen, select } = useSelectedIds();
  const [asking, setAsking] = useState(false);
  const bulkActions = useBulkActions();
  const swipe = useSwipeActions();
  const mayWrite = can(role, 'customers.write');
  const money = can(role, 'money.read');
  const selected = useMemo(() => items.filter(({ customer }) => chosen.has(customer.id)), [items, chosen]);
  const customers = selected.map(({ customer }) => customer);
  const clear = () => setChosen(new Set());

  const renderRow = useCallback<RenderRow<ListItem>>(
    (item, tabIndex) => (
      <CustomerListItem
        item={item}
        to={customerHref(item.customer.id) + query}
        current={item.customer.id === open}
        tabIndex={tabIndex}
        selected={mayWrite ? chosen.has(item.customer.id) : null}
        onSelect={select}
        money={money}
      />
    ),
    [query, open, mayWrite, chosen, select, money],
  );
  const trash = async () => {
    setAsking(false);
    if (await bulkActions.trash(customers)) clear();
  };
  // Clients with upcoming sessions: ask for confirmation.
  const upcoming = selected.filter(({ lastSessionAt }) => (lastSessionAt ?? 0) > now).length;
  const create = mayWrite && <CreateLink to={paths.newCustomer}>{t('new.offer')}</CreateLink>;
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={items.length > 0 && create}
        menu={<ListMenu customers={shown.map(({ customer }) => customer)} />}
        tabs={tabs}
      />
      {items.length > 0 ? (
        <>
          <CustomersToolbar view={view} tags={tags} money={money} onChange={change} />
          {selected.length > 0 && (
            <BulkBar
              selected={customers}
              tags={tags}
              onTag={(tag, add) => void bulkActions.tag(customers, tag, add)}
              onTrash={() => (upcoming > 0 ? setAsking(true) : void trash())}
              onMerge={() => void navigate(mergeHref(paths.duplicateCustomers, [...chosen]))}
              onClear={clear}
            />
          )}
          <PartialNote isComplete={complete} />
          <output className="sr-only">{complete && t('list.count', { count: shown.length })}</output>
          {shown.length > 0 ? (
            <>
              <ListHead
                count={complete ? shown.length : null}
                money={money}
                all={mayWrite ? allOf(shown, chosen) : null}
                onAll={(on) => setChosen(new Set(on ? shown.map(keyOf) : []))}
              />
              <VirtualList
                label={t('title')}
                rows={shown}
                rowKey={keyOf}
                rowHeight={ITEM_HEIGHT}
                renderRow={renderRow}
                swipe={swipe}
                current={open ?? null}
                focusOn={returned ?? null}
              />
            </>
          ) : (
            <EmptyState
              title={t('nothing.title')}
              action={<Button onClick={() => change(LIST.defaults)}>{t('nothing.act')}</Button>}
            >
              {t('nothing.text')}
            </EmptyState>
          )}
        </>
      ) : complete ? (
        <EmptyState title={t('empty.title')} action={create}>
          {t('empty.text')}
        </EmptyState>
      ) : (
        <LoadingPlaceholder className="h-96" />
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('delete.ask', { count: selected.length })}
        description={t('delete.upcoming', { count: upcoming })}
        confirmLabel={t('delete.act')}
        onConfirm={() => void trash()}
      />
    </>
  );
}

function allOf(shown: readonly ListItem[], chosen: ReadonlySet<string>): boolean | 'indeterminate' {
  if (chosen.size === 0) return false;
  return shown.every((item) => chosen.has(keyOf(item))) || 'indeterminate';
}
