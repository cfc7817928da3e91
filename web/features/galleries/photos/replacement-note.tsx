import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { Banner } from '#web/components/ui/banner.tsx';
import type { PhotoRow } from './photo-rows.ts';

/** How a new original of the photo is getting on; the former one stays until it is read. */
export function ReplacementNote({ photo }: { photo: PhotoRow }) {
  const { t } = useTranslation(['photos', 'errors']);
  const [replacements] = useQuery(queries.galleries.replacements({ galleryId: photo.galleryId }));
  const replacement = replacements.find(({ photoId }) => photoId === photo.id);
  if (!replacement) return null;
  const { status, failureReason, filename } = replacement;
  if (status === 'failed') {
    const reason = failureReason ? t(`errors:${failureReason}`) : '';
    return <Banner tone="danger">{[t('replace.failed', { name: filename }), reason].join(' ')}</Banner>;
  }
  return <Banner>{t(`replace.${status}`, { name: filename })}</Banner>;
}
