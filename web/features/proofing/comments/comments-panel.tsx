import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PREVIEW } from '#core/domain/photos/image-sources.ts';
import { sourceName } from '#core/domain/galleries/pick-export.ts';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { SegmentedControl } from '#web/components/ui/inputs/segmented-control.tsx';
import { PhotoTile } from '#web/components/ui/lists/photo-tile.tsx';
import { commentThreads, type Thread, unresolvedThreads } from '#web/lib/comments/threads.ts';
import type { TabProps } from '#web/lib/galleries/types.ts';
import { imageSrc } from '#web/lib/photo-grid/image-src.ts';
import { useImagesReady } from '#web/lib/photo-grid/image-token.tsx';
import { displayRatio, pendingRotation } from '#core/domain/photos/photos.ts';
import type { PhotoRow } from '../../photos/types.ts';
import { PickViewer } from '../photos/pick-viewer.tsx';
import { pickedPhotos } from '../photos/pick-view.ts';
import type { CommentRow } from '../types.ts';
import type { Proofing } from '../use-proofing.ts';
import { CommentThread } from './comment-thread.tsx';

interface CommentsPanelProps extends TabProps {
  proofing: Proofing;
}

/** Comments of all lists by photo, the photo with the latest one first. */
export function CommentsPanel({ proofing }: CommentsPanelProps) {
  const { t } = useTranslation('proofing');
  const { comments, photos } = proofing;
  const [scope, setScope] = useState<'open' | 'all'>('open');
  const [openId, setOpenId] = useState<string | null>(null);
  const byPhoto = useMemo(() => {
    const threads = scope === 'open' ? unresolvedThreads(comments) : commentThreads(comments);
    return [...Map.groupBy(threads, ({ comment }) => comment.photoId)];
  }, [comments, scope]);
  const known = useMemo(() => new Map(photos.map((photo) => [photo.id, photo])), [photos]);
  const picks = useMemo(() => proofing.summaries.flatMap((summary) => summary.picks), [proofing.summaries]);
  const viewed = useMemo(
    () => pickedPhotos(photos, picks, comments).filter((one) => one.comments.length > 0),
    [photos, picks, comments],
  );
  if (comments.length === 0)
    return <EmptyState title={t('comments.empty.title')}>{t('comments.empty.text')}</EmptyState>;
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lead font-semibold">{t('comments.title')}</h2>
        <SegmentedControl
          label={t('comments.show')}
          value={scope}
          onChange={setScope}
          options={[
            { value: 'open', label: t('comments.open') },
            { value: 'all', label: t('comments.all') },
          ]}
        />
      </div>
      {byPhoto.length === 0 && <p className="border-y border-line py-3 text-soft">{t('comments.allResolved')}</p>}
      <ul className="flex flex-col divide-y divide-line border-y border-line empty:hidden">
        {byPhoto.map(([photoId, threads]) => {
          const photo = known.get(photoId);
          return (
            photo && (
              <li
                key={photoId}
                className="grid grid-cols-[5rem_minmax(0,1fr)] gap-4 py-5 sm:grid-cols-[8rem_minmax(0,1fr)]"
              >
                <PhotoButton photo={photo} onOpen={() => setOpenId(photo.id)} />
                <Threads threads={threads} photo={photo} proofing={proofing} />
              </li>
            )
          );
        })}
      </ul>
      <PickViewer photos={viewed} proofing={proofing} photoId={openId} onShow={setOpenId} />
    </div>
  );
}

function PhotoButton({ photo, onOpen }: { photo: PhotoRow; onOpen: () => void }) {
  const { t } = useTranslation('proofing');
  const ready = useImagesReady();
  const ratio = displayRatio(photo);
  return (
    <button type="button" aria-label={t('comments.openPhoto', { name: sourceName(photo) })} onClick={onOpen}>
      <PhotoTile
        name=""
        src={ready && photo.status === 'ready' ? imageSrc(photo.galleryId, photo.fileId, PREVIEW) : undefined}
        width={Math.round(ratio * 100)}
        height={100}
        rotation={pendingRotation(photo)}
        thumbhash={photo.thumbhash}
      />
    </button>
  );
}

interface ThreadsProps {
  threads: readonly Thread<CommentRow>[];
  photo: PhotoRow;
  proofing: Proofing;
}

function Threads({ threads, photo, proofing }: ThreadsProps) {
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <h3 className="truncate text-caption text-soft">{sourceName(photo)}</h3>
      {threads.map((thread) => (
        <CommentThread
          key={thread.comment.id}
          thread={thread}
          nameOf={proofing.nameOf}
          fileId={photo.fileId}
          number={null}
        />
      ))}
    </div>
  );
}
