import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { IMAGE_PRESETS } from '#core/domain/image-params.ts';
import { sourceName } from '#core/domain/pick-export.ts';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { BlurUpImage, RotatedImage } from '#web/components/ui/lists/image.tsx';
import { markPosition, PhotoMarks } from '#web/components/ui/lists/photo-marks.tsx';
import { PersonMark } from '#web/components/ui/lists/person-mark.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { commentThreads } from '#web/lib/comments/threads.ts';
import { imageSrc, useImagesReady } from '#web/lib/photo-grid/image-token.tsx';
import { placeholderUrl } from '#web/lib/photo-grid/thumbhash.ts';
import { displayRatio, pendingRotation, type PhotoRow } from '../../photos/types.ts';
import { isTyping } from '../../photos/use-undoable-mutation.ts';
import { CommentThread } from '../comments/comment-thread.tsx';
import { commentPlace } from '../comments/comment-place.ts';
import type { CommentRow } from '../types.ts';
import type { Proofing } from '../use-proofing.ts';
import { describePick, LabelDot } from './pick-marks.tsx';
import type { PickedPhoto } from './pick-view.ts';

interface PickViewerProps {
  photos: readonly PickedPhoto[];
  proofing: Proofing;
  /** Id of the open photo; null if none is open. */
  photoId: string | null;
  onShow: (photoId: string | null) => void;
}

/** One photo, large, with what people think and say about it. Arrow keys show the next. */
export function PickViewer({ photos, proofing, photoId, onShow }: PickViewerProps) {
  const { t } = useTranslation(['proofing', 'common', 'photos']);
  const index = photos.findIndex(({ photo }) => photo.id === photoId);
  const one = photos[index];
  const step = (by: 1 | -1) => {
    const next = photos[index + by];
    if (next) onShow(next.photo.id);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target)) return;
    if (event.key === 'ArrowLeft') step(-1);
    if (event.key === 'ArrowRight') step(1);
  });
  const isOpen = one !== undefined;
  useEffect(() => {
    if (!isOpen) return;
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOpen]);
  if (!one) return null;
  const threads = commentThreads(one.comments).toReversed();
  // Marks of an earlier version would point at something else.
  const marks = threads
    .map(({ comment }) => comment)
    .filter((comment) => comment.fileId === one.photo.fileId && markPosition(commentPlace(comment)))
    .map((comment, at) => ({ id: comment.id, number: at + 1, ...commentPlace(comment) }));
  const numberOf = ({ id }: CommentRow) => marks.find((mark) => mark.id === id)?.number ?? null;
  return (
    <Dialog open onOpenChange={(next) => !next && onShow(null)} title={sourceName(one.photo)} size="full">
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex flex-col gap-3">
          <Picture photo={one.photo} marks={marks} />
          <div className="flex items-center justify-between gap-4">
            <IconButton
              label={t('common:previous')}
              icon={<ChevronLeft aria-hidden />}
              disabled={index === 0}
              onClick={() => step(-1)}
            />
            <span data-figures className="text-caption text-soft">
              {t('photos:position', { number: index + 1, total: photos.length })}
            </span>
            <IconButton
              label={t('common:next')}
              icon={<ChevronRight aria-hidden />}
              disabled={index === photos.length - 1}
              onClick={() => step(1)}
            />
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Opinions one={one} proofing={proofing} />
          {threads.length > 0 && (
            <section aria-label={t('comments.title')} className="flex flex-col gap-5 border-t border-line pt-5">
              {threads.map((thread) => (
                <CommentThread
                  key={thread.comment.id}
                  thread={thread}
                  nameOf={proofing.nameOf}
                  fileId={one.photo.fileId}
                  number={numberOf(thread.comment)}
                />
              ))}
            </section>
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** Maximum height of the image. */
const HEIGHT = 'min(68dvh, 100dvh - 18rem)';

function Picture({ photo, marks }: { photo: PhotoRow; marks: Parameters<typeof PhotoMarks>[0]['marks'] }) {
  const ready = useImagesReady();
  const ratio = displayRatio(photo);
  return (
    <div
      className="relative mx-auto w-full overflow-hidden rounded-print bg-sunken"
      style={{ aspectRatio: ratio, maxWidth: `calc(${ratio} * ${HEIGHT})` }}
    >
      <RotatedImage degrees={pendingRotation(photo)} ratio={ratio}>
        <BlurUpImage
          key={photo.id}
          alt={sourceName(photo)}
          src={
            ready && photo.status === 'ready'
              ? imageSrc(photo.galleryId, photo.fileId, IMAGE_PRESETS.fullscreen)
              : undefined
          }
          width={photo.width ?? 3}
          height={photo.height ?? 2}
          placeholder={placeholderUrl(photo.thumbhash)}
          eager
        />
      </RotatedImage>
      <PhotoMarks marks={marks} />
    </div>
  );
}

function Opinions({ one: { picks }, proofing }: { one: PickedPhoto; proofing: Proofing }) {
  const { t } = useTranslation('proofing');
  if (picks.length === 0) return <p className="text-soft">{t('pick.none')}</p>;
  return (
    <ul className="flex flex-col gap-3">
      {picks.map((pick) => (
        <li key={`${pick.listId} ${pick.personId}`} className="flex items-center gap-3">
          <PersonMark {...proofing.nameOf(pick.personId)} size="small" />
          <span className="min-w-0 grow">{describePick(t, pick, proofing.nameOf, proofing.labelNames)}</span>
          {pick.label && <LabelDot label={pick.label} />}
        </li>
      ))}
    </ul>
  );
}
