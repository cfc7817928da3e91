import { useTranslation } from 'react-i18next';
import { sourceName } from '#core/domain/galleries/pick-export.ts';
import { markPosition, PhotoMarks } from '#web/components/ui/lists/photo-marks.tsx';
import { PersonMark } from '#web/components/ui/lists/person-mark.tsx';
import { LabelDot } from '#web/components/ui/lists/label-dot.tsx';
import { commentThreads } from '#web/lib/comments/threads.ts';
import { LargePhoto, PhotoDialog } from '../../photos/photo-dialog.tsx';
import { CommentThread } from '../comments/comment-thread.tsx';
import { commentMarks } from '../comments/comment-marks.ts';
import type { CommentRow } from '../types.ts';
import type { Proofing } from '../use-proofing.ts';
import { describePick } from './pick-marks.tsx';
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
  const { t } = useTranslation('proofing');
  const index = photos.findIndex(({ photo }) => photo.id === photoId);
  const one = photos[index];
  if (!one) return null;
  const threads = commentThreads(one.comments).toReversed();
  // Marks of an earlier version would point at something else.
  const marks = threads
    .map(({ comment }) => comment)
    .filter((comment) => comment.fileId === one.photo.fileId && markPosition(commentMarks(comment)))
    .map((comment, at) => ({ id: comment.id, number: at + 1, ...commentMarks(comment) }));
  const numberOf = ({ id }: CommentRow) => marks.find((mark) => mark.id === id)?.number ?? null;
  return (
    <PhotoDialog
      title={sourceName(one.photo)}
      index={index}
      total={photos.length}
      onShow={(next) => onShow(next === null ? null : photos[next]!.photo.id)}
      picture={
        <LargePhoto photo={one.photo} alt={sourceName(one.photo)}>
          <PhotoMarks marks={marks} />
        </LargePhoto>
      }
    >
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
    </PhotoDialog>
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
