import { type KeyboardEvent, type ReactNode, type Ref, useCallback, useImperativeHandle, useMemo, useRef } from 'react';
import { useEventCallback } from '#web/lib/browser/use-event-callback.ts';
import type { Tile } from '#web/lib/photo-grid/justified-rows.ts';
import { useLayoutView } from '#web/lib/photo-grid/use-grid-view.ts';
import { GridSection, useScrollToSection } from './grid-section.tsx';
import { type CellActions, PhotoCell } from './photo-cell.tsx';
import { DropIndicator, useDropPositionLabel } from './reorder/drop-indicator.tsx';
import type { ReorderPhotos } from './reorder/use-reorder-mutation.ts';
import { useReorder } from './reorder/use-reorder.ts';
import { layoutSections, sectionsBetween, type SectionsOptions } from './sections-layout.ts';
import type { PhotoSection } from './sections.ts';
import { ROW_HEIGHTS } from './tile-size.ts';
import { displayRatio } from '#core/domain/photos/photos.ts';
import type { PhotoRow } from './types.ts';
import { useGridFocus } from './use-grid-focus.ts';

/** Width in pixels below which the screen counts as a phone. */
const NARROW_PX = 640;

const gridOptions = (width: number, tileSize: number): SectionsOptions =>
  width < NARROW_PX
    ? { width, gap: 4, rowHeight: ROW_HEIGHTS.narrow[tileSize]!, heading: 56, empty: 72, between: 16 }
    : { width, gap: 8, rowHeight: ROW_HEIGHTS.wide[tileSize]!, heading: 60, empty: 88, between: 28 };

export interface PhotoGridHandle {
  /** Lifts photos for the arrow keys and focuses the first of them. */
  lift: (ids: readonly string[]) => void;
}

interface PhotoGridProps extends Pick<CellActions, 'onSelect' | 'onOpen'> {
  photoSections: readonly PhotoSection[];
  /** Index of `ROW_HEIGHTS`. */
  tileSize: number;
  coverPhotoId: string | null;
  selected: ReadonlySet<string>;
  selectable: boolean;
  arrangeable: boolean;
  onExtend: (from: PhotoRow, to: PhotoRow) => void;
  onArrange: ReorderPhotos;
  /** Id of the section to scroll to. */
  attended: string | null;
  heading: (photoSection: PhotoSection, id: string) => ReactNode;
  ref?: Ref<PhotoGridHandle>;
}

/**
 * Sections in justified rows; renders only those near the window. Arrow keys move the focus, Space selects, Enter
 * opens, M lifts a photo to move it.
 */
export function PhotoGrid({ photoSections, tileSize, coverPhotoId, selected, selectable, ...props }: PhotoGridProps) {
  const root = useRef<HTMLDivElement>(null);
  const photos = useMemo(() => photoSections.flatMap((photoSection) => photoSection.photos), [photoSections]);
  const indexOf = useMemo(() => new Map(photos.map(({ id }, index) => [id, index])), [photos]);
  const layoutFor = useCallback(
    (width: number) => layoutSections(sectionShapes(photoSections), gridOptions(width, tileSize)),
    [photoSections, tileSize],
  );
  const { layout, width, first, end } = useLayoutView(root, layoutFor);
  const onExtend = (from: PhotoRow, to: PhotoRow) => selectable && props.onExtend(from, to);
  const focus = useGridFocus({ root, layout, photos, indexOf, onExtend });
  const { current, reveal, focusPhoto } = focus;
  const reorder = useReorder({
    root,
    layout,
    photoSections,
    photos,
    selected,
    reveal,
    focusPhoto,
    enabled: props.arrangeable,
    onLongPress: (photo) => !selected.has(photo.id) && props.onSelect(photo, false),
    onArrange: props.onArrange,
  });
  useScrollToSection(layout, photoSections, props.attended, reveal);
  const describePosition = useDropPositionLabel(layout, photoSections);
  useImperativeHandle(props.ref, () => ({
    lift: (ids) => {
      const at = indexOf.get(ids[0] ?? '');
      if (at === undefined) return;
      focusPhoto(ids[0]!);
      reorder.keys.lift(ids, at);
    },
  }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // Buttons and fields of the headings handle their own keys.
    if (!(event.target instanceof Element) || !event.target.closest('[data-index]')) return;
    if (event.key.toLowerCase() === 'm') reorder.keys.lift(reorder.taken(current), current);
    else focus.onKeyDown(event);
  };
  const actions: CellActions = {
    onSelect: useEventCallback(props.onSelect),
    onOpen: useEventCallback(props.onOpen),
    onFocus: focus.setCurrentId,
  };
  const cell = ({ index, left, top, width, height }: Tile) => {
    const photo = photos[index];
    return (
      photo && (
        <PhotoCell
          key={photo.id}
          {...{ photo, index, left, top, width, height, selectable }}
          {...actions}
          selected={selected.has(photo.id)}
          cover={photo.id === coverPhotoId}
          lifted={reorder.lifted.has(photo.id)}
          current={index === current}
        />
      )
    );
  };
  const visible = sectionsBetween(layout, first, end);
  return (
    // Handles the keys and pointers of the tiles inside; the element itself is never focused.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={root}
      className="relative touch-manipulation [overflow-anchor:none] select-none [-webkit-touch-callout:none]"
      style={{ height: layout.height }}
      // Capture before the tiles: Enter must drop lifted photos instead of opening one.
      onKeyDownCapture={reorder.keys.onKeyDown}
      onKeyDown={onKeyDown}
      {...reorder.pointer}
    >
      {layout.sections.map((box, at) => {
        const photoSection = photoSections[at];
        const until = box.first + box.count;
        // Keep the focused photo rendered, or scrolling away would move the focus to the top of the page.
        const keptIndex = current >= box.first && current < until ? current : null;
        if (!photoSection || ((at < visible.from || at >= visible.until) && keptIndex === null)) return null;
        // Render one list in section order: an element that moves in the tree would lose the focus.
        const shown = layout.tiles.slice(Math.max(first, box.first), Math.max(first, box.first, Math.min(end, until)));
        const beyond =
          keptIndex !== null && (keptIndex < first || keptIndex >= end) ? layout.tiles[keptIndex] : undefined;
        if (beyond) shown.splice(beyond.index < first ? 0 : shown.length, 0, beyond);
        return (
          <GridSection
            key={photoSection.section?.id ?? ''}
            photoSection={photoSection}
            box={box}
            heading={props.heading}
          >
            {shown.map(cell)}
          </GridSection>
        );
      })}
      <DropIndicator
        store={reorder.store}
        layout={layout}
        gap={gridOptions(width, tileSize).gap}
        photoOf={(id) => photos[indexOf.get(id) ?? -1]}
        tell={describePosition}
      />
    </div>
  );
}

function sectionShapes(photoSections: readonly PhotoSection[]) {
  // Without sections the grid shows only photos, without headings.
  return photoSections.map(({ section, photos }) => ({
    ratios: photos.map(displayRatio),
    headed: section !== null || photoSections.length > 1,
  }));
}
