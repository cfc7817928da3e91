import { MAX_MERGED } from '#core/domain/customers.ts';
import { rowId } from '#core/domain/ids.ts';

/** Where some clients are merged. */
export function mergeHref(duplicates: string, ids: readonly string[]): string {
  return `${duplicates}?${new URLSearchParams({ merge: ids.join('.') }).toString()}`;
}

/** The clients that an address names; none where it names less than two or too many. */
export function mergeIds(params: URLSearchParams): string[] {
  const ids = [...new Set((params.get('merge') ?? '').split('.'))].filter((id) => rowId.safeParse(id).success);
  return ids.length > 1 && ids.length <= MAX_MERGED + 1 ? ids : [];
}
