import { MAX_MERGED } from '#core/domain/clients/customers.ts';
import { rowId } from '#core/domain/values/ids.ts';

/** Returns the path of the form that merges these clients. */
export function mergeHref(duplicates: string, ids: readonly string[]): string {
  return `${duplicates}?${new URLSearchParams({ merge: ids.join('.') }).toString()}`;
}

/** Returns the client ids of the address; none if there are fewer than two or too many. */
export function mergeIds(params: URLSearchParams): string[] {
  const ids = [...new Set((params.get('merge') ?? '').split('.'))].filter((id) => rowId.safeParse(id).success);
  return ids.length > 1 && ids.length <= MAX_MERGED + 1 ? ids : [];
}
