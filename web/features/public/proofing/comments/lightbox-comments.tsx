import { X } from 'lucide-react';
import type PhotoSwipe from 'photoswipe';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProofingComment, ProofingList, ProofingView } from '#core/api/proofing.ts';
import type { PublicPhoto } from '#core/api/public.ts';
import { makeId } from '#core/domain/values/make-id.ts';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { markPosition, type PhotoMark, PhotoMarks } from '#web/components/ui/lists/photo-marks.tsx';
import { useMedia } from '#web/lib/browser/use-media.ts';
import { commentThreads } from '#web/lib/comments/threads.ts';
import type { Proofing } from '../proofing-store.ts';
import { useCommentDraft } from './comment-drafts.ts';
import { Composer, MarkBar } from './composer.tsx';
import { marksOf } from './draft-marks.ts';
import { MarkLayer } from './mark-layer.tsx';
import { ThreadView } from './thread-view.tsx';
import { useRemovals } from './use-removals.ts';
import { useRoom, useSlide } from './use-slide.ts';
import { createPortal } from 'react-dom';

interface LightboxCommentsProps {
  swipe: PhotoSwipe;
  photo: PublicPhoto;
  /** Name of the studio, which signs its answers. */
  studio: string;
  proofing: Proofing;
  galleryId: string;
  view: ProofingView;
  /** The selection that is being filled, whose people see new comments; null without one. */
  list: ProofingList | null;
  onClose: () => void;
}

/** Width of the panel beside the photo, with its margin; and how often it asks for answers, milliseconds. */
const SIDE_PX = 352;
const REFRESH_MS = 20_000;

/** Comments on the photo of the lightbox: beside it, below it on phones. */
export function LightboxComments(props: LightboxCommentsProps) {
  const { swipe, photo, studio, proofing, galleryId, view, list, onClose } = props;
  const { t } = useTranslation(['comments', 'common']);
  const { draft, change, discard } = useCommentDraft(photo.id);
  const { removed, remove, undo } = useRemovals(proofing);
  const [markedId, setMarkedId] = useState<string | null>(null);
  const [sentId, setSentId] = useState<string | null>(null);
  const threadList = useRef<HTMLUListElement>(null);
  const isMarking = markedId === photo.id;
  const panel = useRef<HTMLElement>(null);
  const isPhone = !useMedia('(width >= 40rem)');
  const height = useHeight(panel);
  useRoom(swipe, isPhone ? 0 : SIDE_PX, isPhone ? height : 0);
  usePanelGestures(swipe, panel);
  usePanelFocus(panel);
  useEffect(() => {
    if (sentId) threadList.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, [sentId]);
  useEffect(() => {
    void proofing.refresh();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void proofing.refresh();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [proofing]);

  const threads = commentThreads(view.comments.filter(({ photoId }) => photoId === photo.id)).toReversed();
  const marks = threads
    .map(({ comment }) => comment)
    .filter((comment) => comment.isCurrent && !removed.has(comment.id) && markPosition(comment))
    .map(({ id, pin, strokes }, at) => ({ id, number: at + 1, pin, strokes }));
  const mine = { id: 'draft', number: marks.length + 1, ...marksOf(draft.steps) };
  const numberOf = (id: string) => marks.find((mark) => mark.id === id)?.number ?? null;
  const { fileId, id: photoId } = photo;
  const send = (name: string) => {
    const id = makeId((bytes) => crypto.getRandomValues(bytes));
    const body = draft.body.trim();
    proofing.saveComment(id, { photoId, fileId, listId: list?.id ?? null, body, ...marksOf(draft.steps) });
    // Without a name the next comment asks again.
    if (name) proofing.saveDetails({ name, email: view.person?.email ?? '' }).catch(() => {});
    discard();
    setSentId(id);
  };
  const acts = {
    removed,
    remove,
    undo,
    edit: ({ id, pin, strokes, listId, parentId }: ProofingComment, body: string) =>
      proofing.saveComment(id, { photoId, fileId, listId, parentId, body, pin, strokes }),
    reply: (comment: ProofingComment, body: string) =>
      proofing.saveComment(
        makeId((bytes) => crypto.getRandomValues(bytes)),
        {
          photoId,
          fileId,
          body,
          listId: comment.listId,
          parentId: comment.id,
        },
      ),
  };
  const stopMarking = () => {
    setMarkedId(null);
    panel.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isEscape = event.key === 'Escape';
    if (isEscape && isMarking) stopMarking();
    // Typing must not turn the page, zoom or play.
    if ((isEscape && isMarking) || (!isEscape && event.key !== 'Tab')) event.stopPropagation();
  };
  return (
    <>
      <SlideMarks swipe={swipe} photoId={photo.id} marks={draft.steps.length > 0 ? [...marks, mine] : marks} />
      {isMarking && (
        <MarkLayer
          swipe={swipe}
          photoId={photo.id}
          steps={draft.steps}
          onSteps={(steps) => change({ steps })}
          onDone={stopMarking}
        />
      )}
      {/* Handles the keys of the fields inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section ref={panel} aria-label={t('title')} tabIndex={-1} onKeyDown={onKeyDown} className={PANEL}>
        {!(isMarking && isPhone) && (
          <>
            <header className="flex items-center justify-between gap-2 py-1 pr-1 pl-4">
              <h2 className="font-semibold">{t('title')}</h2>
              <IconButton label={t('closePanel')} icon={<X aria-hidden />} onClick={onClose} />
            </header>
            <div className="flex min-h-0 grow touch-pan-y flex-col gap-5 overflow-y-auto overscroll-contain px-4 pb-4">
              {threads.length === 0 && draft.body === '' && <p className="text-soft">{t('empty')}</p>}
              <ul ref={threadList} aria-label={t('title')} className="flex flex-col gap-5 empty:hidden">
                {threads.map((thread) => (
                  <li key={thread.comment.id}>
                    <ThreadView
                      thread={thread}
                      number={numberOf(thread.comment.id)}
                      studio={studio}
                      colorOf={(id) => colorOf(view, id)}
                      acts={acts}
                    />
                  </li>
                ))}
              </ul>
            </div>
          </>
        )}
        {isMarking ? (
          <MarkBar draft={draft} onChange={change} onDone={stopMarking} />
        ) : (
          <Composer
            key={photoId}
            galleryId={galleryId}
            draft={draft}
            onChange={change}
            readers={list ? t('readers.list', { studio, list: list.name }) : t('readers.studio', { studio })}
            asksName={!view.person?.name}
            onMark={photo.video === undefined ? () => setMarkedId(photoId) : null}
            onSend={send}
          />
        )}
      </section>
    </>
  );
}

/** Position of the panel: below the toolbar on the right, above the bottom bar on phones. */
const PANEL = [
  'pswp__hide-on-close absolute flex animate-appear cursor-auto flex-col border-line bg-raised text-ink outline-none select-text',
  'right-2 bottom-2 top-[calc(env(safe-area-inset-top)+--spacing(15))] w-86 rounded-control border shadow-lift',
  'max-sm:inset-x-0 max-sm:top-auto max-sm:bottom-[calc(env(safe-area-inset-bottom)+--spacing(15))] max-sm:max-h-[52dvh]',
  'max-sm:w-auto max-sm:rounded-b-none max-sm:rounded-t-sheet max-sm:border-x-0 max-sm:shadow-none',
].join(' ');

function colorOf({ person, lists }: ProofingView, personId: string): number | null {
  if (person?.id === personId) return person.color;
  return lists.flatMap(({ people }) => people).find(({ id }) => id === personId)?.color ?? null;
}

/** Returns the height of an element in pixels; 0 at first. */
function useHeight(element: { current: HTMLElement | null }): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const shown = element.current;
    if (!shown) return;
    const observer = new ResizeObserver(() => setHeight(shown.offsetHeight));
    observer.observe(shown);
    return () => observer.disconnect();
  }, [element]);
  return height;
}

/** The wheel scrolls the panel instead of zooming, and a tap on the photo hides nothing while the panel is open. */
function usePanelGestures(swipe: PhotoSwipe, panel: { current: HTMLElement | null }): void {
  useEffect(() => {
    const shown = panel.current;
    const stop = (event: Event) => event.stopPropagation();
    const keep = (event: { preventDefault: () => void }) => event.preventDefault();
    shown?.addEventListener('wheel', stop);
    swipe.on('tapAction', keep);
    return () => {
      shown?.removeEventListener('wheel', stop);
      swipe.off('tapAction', keep);
    };
  }, [swipe, panel]);
}

/** Moves the focus into the panel, and back to its button at the end. */
function usePanelFocus(panel: { current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const shown = panel.current;
    shown?.focus({ preventScroll: true });
    return () => {
      if (shown?.contains(document.activeElement)) document.querySelector<HTMLElement>('[data-comments]')?.focus();
    };
  }, [panel]);
}

interface SlideMarksProps {
  swipe: PhotoSwipe;
  photoId: string;
  marks: readonly PhotoMark[];
}

/** Marks on the photo of the lightbox; they zoom and swipe with it. */
function SlideMarks({ swipe, photoId, marks }: SlideMarksProps) {
  const slide = useSlide(swipe, photoId);
  if (!slide) return null;
  return createPortal(
    <div className="pointer-events-none absolute inset-0" style={{ width: slide.width, height: slide.height }}>
      <PhotoMarks marks={marks} />
    </div>,
    slide.container,
  );
}
