import { useQuery } from '@rocicorp/zero/react';
import { useMemo } from 'react';
import { groupBySection } from '#core/domain/galleries/sections.ts';
import { readProofing } from '#core/domain/galleries/proofing.ts';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { summariseLists } from './lists/list-summary.ts';
import { usePersonNames } from './people/person-names.ts';

/** Returns everything about choosing photos in a gallery, as far as the member may see it. */
export function useProofing(gallery: GalleryRow) {
  const { role } = useAccount();
  const now = useNow();
  const galleryId = gallery.id;
  const [shares, seesMoney] = [can(role, 'galleries.share'), can(role, 'money.read')];
  const [photos, { type: ofPhotos }] = useQuery(queries.galleries.photos({ galleryId }));
  const [sections] = useQuery(queries.galleries.sections({ galleryId }));
  const [lists, { type: ofLists }] = useQuery(queries.proofing.lists({ galleryId }));
  const [picks, { type: ofPicks }] = useQuery(queries.proofing.picks({ galleryId }));
  const [comments] = useQuery(queries.proofing.comments({ galleryId }));
  const [people] = useQuery(queries.proofing.people({ galleryId }), { enabled: shares });
  const [money] = useQuery(queries.proofing.money({ galleryId }), { enabled: seesMoney });
  const [settings] = useQuery(queries.accounts.settings());
  const ordered = useMemo(
    () => groupBySection(photos, sections, gallery.sortBy).flatMap((section) => section.photos),
    [photos, sections, gallery.sortBy],
  );
  const summaries = useMemo(() => {
    const photoIds = new Set(photos.map(({ id }) => id));
    return summariseLists({ lists, picks, people, photoIds }, now);
  }, [lists, picks, people, photos, now]);
  const personIds = useMemo(
    () => [...picks.map(({ personId }) => personId), ...comments.flatMap(({ personId }) => personId ?? [])],
    [picks, comments],
  );
  const { labelNames } = readProofing(settings.find(({ key }) => key === 'proofing')?.value);
  return {
    photos: ordered,
    sections,
    summaries,
    /** Without those of photos in the trash. */
    comments: useMemo(() => {
      const present = new Set(photos.map(({ id }) => id));
      return comments.filter(({ photoId }) => present.has(photoId));
    }, [comments, photos]),
    people,
    money,
    labelNames,
    nameOf: usePersonNames(people, personIds),
    isComplete: [ofPhotos, ofLists, ofPicks].every((type) => type === 'complete'),
  };
}

export type Proofing = ReturnType<typeof useProofing>;
