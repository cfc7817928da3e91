import { useCallback, useImperativeHandle, useMemo, useRef, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import type { Tile } from '#web/lib/justified-rows.ts';
import { useLaidOutView } from '#web/lib/use-grid-view.ts';
import { ArrangeLayer } from './arrange-layer.tsx';
import { ChapterView } from './chapter-view.tsx';
import { chaptersBetween, layoutChapters } from './chapters-layout.ts';
import type { PhotoChapter } from './chapters.ts';
import { optionsFor } from './grid-options.ts';
import { PhotoCell, type CellActs } from './photo-cell.tsx';
import { ratioOf, type PhotoRow } from './photo-rows.ts';
import type { Arrange } from './use-arrange-act.ts';
import { useArranging } from './use-arranging.ts';
import { useAttention } from './use-attention.ts';
import { useGridFocus } from './use-grid-focus.ts';
import { usePlaceWords } from './use-place-words.ts';
import { useStable } from './use-stable.ts';

export interface PhotosGridHandle {
  /** Lifts photos for the arrow keys, and gives the first of them the focus. */
  lift: (ids: readonly string[]) => void;
}

interface PhotosGridProps extends Pick<CellActs, 'onSelect' | 'onOpen'> {
  chapters: readonly PhotoChapter[];
  coverPhotoId: string | null;
  selected: ReadonlySet<string>;
  selectable: boolean;
  arrangeable: boolean;
  onExtend: (from: PhotoRow, to: PhotoRow) => void;
  onArrange: Arrange;
  /** The section that is to be in sight. */
  attended: string | null;
  heading: (chapter: PhotoChapter, id: string) => ReactNode;
  ref?: Ref<PhotosGridHandle>;
}

/**
 * Chapters in justified rows, of which only those near the window are in the document. Arrows move the focus, space
 * ticks, enter opens, M moves the photo itself.
 */
export function PhotosGrid({ chapters, coverPhotoId, selected, selectable, ...props }: PhotosGridProps) {
  const root = useRef<HTMLDivElement>(null);
  const photos = useMemo(() => chapters.flatMap((chapter) => chapter.photos), [chapters]);
  const indexOf = useMemo(() => new Map(photos.map(({ id }, index) => [id, index])), [photos]);
  const layoutFor = useCallback((width: number) => layoutChapters(shapesOf(chapters), optionsFor(width)), [chapters]);
  const { layout, width, first, end } = useLaidOutView(root, layoutFor);
  const onExtend = (from: PhotoRow, to: PhotoRow) => selectable && props.onExtend(from, to);
  const focus = useGridFocus({ root, layout, photos, indexOf, onExtend });
  const { current, reveal, focusPhoto } = focus;
  const arranging = useArranging({
    root,
    layout,
    chapters,
    photos,
    selected,
    reveal,
    focusPhoto,
    enabled: props.arrangeable,
    onLongPress: (photo) => !selected.has(photo.id) && props.onSelect(photo, false),
    onArrange: props.onArrange,
  });
  useAttention(layout, chapters, props.attended, reveal);
  const tell = usePlaceWords(layout, chapters);
  useImperativeHandle(props.ref, () => ({
    lift: (ids) => {
      const at = indexOf.get(ids[0] ?? '');
      if (at === undefined) return;
      focusPhoto(ids[0]!);
      arranging.keys.lift(ids, at);
    },
  }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // Buttons and fields of the headings have keys of their own.
    if (!(event.target instanceof Element) || !event.target.closest('[data-index]')) return;
    if (event.key.toLowerCase() === 'm') arranging.keys.lift(arranging.taken(current), current);
    else focus.onKeyDown(event);
  };
  const acts: CellActs = {
    onSelect: useStable(props.onSelect),
    onOpen: useStable(props.onOpen),
    onFocus: focus.setCurrentId,
  };
  const cell = ({ index, left, top, width, height }: Tile) => {
    const photo = photos[index];
    return (
      photo && (
        <PhotoCell
          key={photo.id}
          {...{ photo, index, left, top, width, height, selectable }}
          {...acts}
          selected={selected.has(photo.id)}
          cover={photo.id === coverPhotoId}
          lifted={arranging.lifted.has(photo.id)}
          current={index === current}
        />
      )
    );
  };
  const seen = chaptersBetween(layout, first, end);
  return (
    // Keys and pointers are handled here for the tiles inside; the element itself is never focused.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={root}
      className="relative touch-manipulation [overflow-anchor:none] select-none [-webkit-touch-callout:none]"
      style={{ height: layout.height }}
      // Before the tiles have them: Enter drops what is lifted, and opens nothing.
      onKeyDownCapture={arranging.keys.onKeyDown}
      onKeyDown={onKeyDown}
      {...arranging.pointer}
    >
      {layout.chapters.map((box, at) => {
        const chapter = chapters[at];
        const until = box.first + box.count;
        // The focused photo stays in the document, or scrolling away would throw the keyboard back to the page's top.
        const kept = current >= box.first && current < until ? current : null;
        if (!chapter || ((at < seen.from || at >= seen.until) && kept === null)) return null;
        // One list in the chapter's order: an element that changed its place in the tree would lose the focus.
        const shown = layout.tiles.slice(Math.max(first, box.first), Math.max(first, box.first, Math.min(end, until)));
        const beyond = kept !== null && (kept < first || kept >= end) ? layout.tiles[kept] : undefined;
        if (beyond) shown.splice(beyond.index < first ? 0 : shown.length, 0, beyond);
        return (
          <ChapterView key={chapter.section?.id ?? ''} chapter={chapter} box={box} heading={props.heading}>
            {shown.map(cell)}
          </ChapterView>
        );
      })}
      <ArrangeLayer
        store={arranging.store}
        layout={layout}
        gap={optionsFor(width).gap}
        photoOf={(id) => photos[indexOf.get(id) ?? -1]}
        tell={tell}
      />
    </div>
  );
}

function shapesOf(chapters: readonly PhotoChapter[]) {
  // Without sections the grid is just the photographs.
  return chapters.map(({ section, photos }) => ({
    ratios: photos.map(ratioOf),
    headed: section !== null || chapters.length > 1,
  }));
}
