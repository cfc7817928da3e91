import { clsx } from 'clsx';
import { Mail, Phone } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { telHref } from '#core/domain/values/format.ts';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Avatar } from '#web/components/ui/lists/avatar.tsx';
import type { RowSwipe } from '#web/components/ui/lists/swipe-actions.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import type { ListItem } from './list-view.ts';

/** Pixels: two lines of text and a touch target. */
export const ITEM_HEIGHT = 68;

interface CustomerListItemProps {
  item: ListItem;
  to: string;
  tabIndex: 0 | -1;
  /** True if the client is open beside the list. */
  current: boolean;
  /** Null without the permission for bulk actions. */
  selected: boolean | null;
  onSelect: (id: string, on: boolean) => void;
  money: boolean;
}

/** A client in the list: name, contact, tags, last session, balance. */
export function CustomerListItem({ item, to, tabIndex, current, selected, onSelect, money }: CustomerListItemProps) {
  const { t } = useTranslation('customers');
  const format = useFormat();
  const now = useNow();
  const { customer, isCounted, lastSessionAt, balance } = item;
  const reach = [customer.email, customer.phone].filter(Boolean).join(' · ');
  return (
    <div
      className={clsx(
        'relative flex h-full items-center gap-3 has-[a:hover]:bg-hover md:px-3',
        selected ? 'bg-accent-tint' : current && 'bg-hover',
        current && 'before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent',
      )}
    >
      {selected !== null && (
        <div className="relative z-10">
          <Checkbox
            label={t('list.select', { name: customer.name })}
            hideLabel
            tabIndex={tabIndex}
            checked={selected}
            onChange={(on) => onSelect(customer.id, on)}
          />
        </div>
      )}
      <span className="@max-md:hidden">
        <Avatar name={customer.name} />
      </span>
      <div className="min-w-0 grow">
        <Link
          to={to}
          tabIndex={tabIndex}
          {...(current && { 'aria-current': 'page' as const })}
          className="block truncate font-medium row-link"
        >
          {customer.name}
        </Link>
        <p className="truncate text-caption text-soft">{reach || t('list.noReach')}</p>
      </div>
      <p className="w-1/4 truncate text-caption text-soft @max-[46rem]:hidden">{customer.tags.join(' · ')}</p>
      <p data-figures className="w-32 shrink-0 text-right text-caption text-soft @max-md:hidden">
        {isCounted && lastSessionAt !== null && lastSessionAt > now && (
          <span className="block text-accent">{t('list.upcoming')}</span>
        )}
        {isCounted && (lastSessionAt === null ? t('list.noSession') : format.date(lastSessionAt))}
      </p>
      {money && (
        <p data-figures className={clsx('shrink-0 text-right @md:w-24', balance > 0 ? 'font-medium' : 'text-soft')}>
          {isCounted && (
            <>
              <span className="sr-only">{t('list.balance')}</span>
              {balance === 0 ? t('list.settled') : format.money(balance)}
            </>
          )}
        </p>
      )}
    </div>
  );
}

interface ListHeadProps {
  /** Null while unknown. */
  count: number | null;
  money: boolean;
  /** Null without the permission for bulk actions. */
  all: boolean | 'indeterminate' | null;
  onAll: (on: boolean) => void;
}

/** Column headers; decorative except for "select all", since each row is labelled. */
export function ListHead({ count, money, all, onAll }: ListHeadProps) {
  const { t } = useTranslation('customers');
  return (
    <div className="@container border-b border-line text-caption text-soft">
      <div className="flex items-center gap-3 md:px-3">
        {all !== null && <Checkbox label={t('list.selectAll')} hideLabel checked={all} onChange={onAll} />}
        <span className="grow">{count !== null && t('list.count', { count })}</span>
        <span aria-hidden className="w-1/4 @max-[46rem]:hidden">
          {t('tagsTitle')}
        </span>
        <span aria-hidden className="w-32 shrink-0 text-right @max-md:hidden">
          {t('list.lastSession')}
        </span>
        {money && (
          <span aria-hidden className="w-24 shrink-0 text-right">
            {t('list.balance')}
          </span>
        )}
      </div>
    </div>
  );
}

/** Returns the swipe actions of a client: call, email. */
export function useSwipeActions(): (item: ListItem) => RowSwipe {
  const { t } = useTranslation('customers');
  return useCallback(
    ({ customer: { name, email, phone } }) => ({
      label: name,
      actions: [
        ...(phone ? [{ label: t('swipe.call'), icon: <Phone aria-hidden />, href: telHref(phone) }] : []),
        ...(email ? [{ label: t('swipe.mail'), icon: <Mail aria-hidden />, href: `mailto:${email}` }] : []),
      ],
    }),
    [t],
  );
}
