import { useQuery } from '@rocicorp/zero/react';
import type { QueryRowType } from '@rocicorp/zero';
import { useMemo } from 'react';
import { queries } from '#core/zero/queries.ts';

/** A photo of a block, with its gallery. */
export type BlockPhoto = QueryRowType<typeof queries.pages.photos>;

/** Returns photos by id; `isComplete` once missing ones are known to be gone. */
export function usePhotos(ids: readonly string[]): { byId: ReadonlyMap<string, BlockPhoto>; isComplete: boolean } {
  const wanted = useMemo(() => [...new Set(ids)].toSorted(), [ids]);
  const [photos, { type }] = useQuery(wanted.length > 0 && queries.pages.photos({ ids: wanted }));
  const byId = useMemo(() => new Map(photos?.map((photo) => [photo.id, photo])), [photos]);
  return { byId, isComplete: type === 'complete' };
}
