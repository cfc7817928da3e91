import { displayStatus } from '#core/domain/galleries/galleries.ts';
import { normalizeForSearch } from '#web/lib/format/normalize-for-search.ts';
import type { GalleryListRow } from '#web/lib/galleries/types.ts';
import { choiceParam, filterParam, textParam, viewParams } from '#web/lib/view-params.ts';

export const LIST_SORTS = ['newest', 'name', 'date', 'expiry'] as const;
type ListSort = (typeof LIST_SORTS)[number];

export const LIST_STATUSES = ['draft', 'published', 'hidden', 'archived', 'expired'] as const;

export const LIST = viewParams({
  search: textParam('q'),
  status: choiceParam('status', LIST_STATUSES, null),
  customerId: filterParam('client'),
  sort: choiceParam('sort', LIST_SORTS, 'newest'),
});
export type ListView = typeof LIST.defaults;

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const NEVER = Number.POSITIVE_INFINITY;

const ORDERS: Record<ListSort, (a: GalleryListRow, b: GalleryListRow) => number> = {
  newest: (a, b) => b.createdAt - a.createdAt,
  name: (a, b) => names.compare(a.name, b.name),
  // Latest shoot first; galleries without a date last.
  date: (a, b) => compare(b.date ?? -NEVER, a.date ?? -NEVER) || b.createdAt - a.createdAt,
  // Next to expire first; galleries without an expiry last.
  expiry: (a, b) => compare(a.expiresAt ?? NEVER, b.expiresAt ?? NEVER) || b.createdAt - a.createdAt,
};

/** Subtracting infinities would give NaN. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns the galleries of a view: filtered, every word of the search in name or client, sorted. */
export function applyView(galleries: readonly GalleryListRow[], view: ListView, now: number): GalleryListRow[] {
  const words = normalizeForSearch(view.search).split(/\s+/).filter(Boolean);
  return galleries
    .filter((gallery) => {
      const text = normalizeForSearch(`${gallery.name} ${gallery.customer?.name ?? ''}`);
      return (
        words.every((word) => text.includes(word)) &&
        (!view.status || displayStatus(gallery, now) === view.status) &&
        (!view.customerId || gallery.customerId === view.customerId)
      );
    })
    .sort(ORDERS[view.sort]);
}
