import { useTranslation } from 'react-i18next';
import { displayStatus } from '#core/domain/galleries.ts';
import { Tag, type Tone } from '#web/components/ui/tag.tsx';
import { useNow } from '#web/lib/use-now.ts';
import type { GalleryRow } from './gallery-rows.ts';

const TONES = {
  draft: 'neutral',
  published: 'success',
  hidden: 'warning',
  archived: 'neutral',
  expired: 'danger',
} as const satisfies Record<ReturnType<typeof displayStatus>, Tone>;

export function StatusTag({ gallery }: { gallery: Pick<GalleryRow, 'status' | 'expiresAt'> }) {
  const { t } = useTranslation('galleries');
  // Derived against the clock wherever it is read; a minute's staleness on an open screen does no harm.
  const status = displayStatus(gallery, useNow());
  return <Tag tone={TONES[status]}>{t(`status.${status}`)}</Tag>;
}
