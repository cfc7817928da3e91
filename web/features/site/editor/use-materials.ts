import { useQuery } from '@rocicorp/zero/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { newId } from '#web/lib/ids.ts';
import { publicPhoto } from './preview-data.ts';
import type { Materials, Samples } from './sections.ts';

/** Photos that new sections choose from. */
const MAX_PHOTOS = 12;

/** Returns what new sections are filled with: the studio's public photos, and texts in its language. */
export function useMaterials(): Materials {
  const { language } = useAccount();
  const { i18n } = useTranslation('website', { lng: language });
  const [galleries] = useQuery(queries.site.publicGalleries());
  return useMemo(() => {
    const { samples } = i18n.getResourceBundle(language, 'website') as { samples: Samples };
    const photos = galleries.flatMap(({ id: galleryId, coverPhoto, photos: all }) =>
      [...new Map([coverPhoto, ...all].flatMap((row) => (row ? [[row.id, row]] : []))).values()].flatMap((row) => {
        const photo = publicPhoto(row);
        return photo ? [{ ...photo, galleryId }] : [];
      }),
    );
    return { samples, photos: photos.slice(0, MAX_PHOTOS), galleryId: galleries[0]?.id ?? null, makeId: newId };
  }, [i18n, language, galleries]);
}
