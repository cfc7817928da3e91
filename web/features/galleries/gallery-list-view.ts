import { displayStatus } from '#core/domain/galleries.ts';
import type { GalleryListRow } from '#web/lib/galleries/types.ts';

export const LIST_SORTS = ['newest', 'name', 'date', 'expiry'] as const;
export type ListSort = (typeof LIST_SORTS)[number];

export const LIST_STATUSES = ['draft', 'published', 'hidden', 'archived', 'expired'] as const;
export type ListStatus = (typeof LIST_STATUSES)[number];

/** View of the list, as stored in the address. */
export interface ListView {
  search: string;
  status: ListStatus | null;
  customerId: string | null;
  sort: ListSort;
}

export function readView(params: URLSearchParams): ListView {
  return {
    search: params.get('q') ?? '',
    status: LIST_STATUSES.find((known) => known === params.get('status')) ?? null,
    customerId: params.get('client'),
    sort: LIST_SORTS.find((known) => known === params.get('sort')) ?? 'newest',
  };
}

/** Returns the search parameters that differ from the default view. */
export function writeView(view: ListView): URLSearchParams {
  const params = new URLSearchParams();
  if (view.search) params.set('q', view.search);
  if (view.status) params.set('status', view.status);
  if (view.customerId) params.set('client', view.customerId);
  if (view.sort !== 'newest') params.set('sort', view.sort);
  return params;
}

/** Removes case and accents: `Núria` is found by `nuria`. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
}

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
  const words = plain(view.search).split(/\s+/).filter(Boolean);
  return galleries
    .filter((gallery) => {
      const text = plain(`${gallery.name} ${gallery.customer?.name ?? ''}`);
      return (
        words.every((word) => text.includes(word)) &&
        (!view.status || displayStatus(gallery, now) === view.status) &&
        (!view.customerId || gallery.customerId === view.customerId)
      );
    })
    .sort(ORDERS[view.sort]);
}
