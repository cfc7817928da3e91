import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { useWritable } from '#web/lib/sync/writable.ts';
import { BulkBar } from './bulk-bar.tsx';
import { countFilters, filterPredicate, NO_FILTER } from './filters.ts';
import { GuestPhotosBanner, useGuestNames } from './guest-photos.tsx';
import { useTransferActions } from './move-photos-dialog.tsx';
import { PhotoGrid, type PhotoGridHandle } from './photo-grid.tsx';
import { PhotoToolbar } from './photo-toolbar.tsx';
import { PhotoViewer } from './photo-viewer.tsx';
import { useReorderMutation } from './reorder/use-reorder-mutation.ts';
import { SectionHeading } from './section-heading.tsx';
import { commonSection, filterSections, getSectionId, photoSections, type SectionRow } from './sections.ts';
import { toIds, usePhotoSelection, useRequestedSelection } from './selection.ts';
import { useTileSize } from './tile-size.ts';
import type { PhotoRow } from './types.ts';
import { usePhotoActions } from './use-photo-actions.ts';
import { useSectionActions } from './use-section-actions.ts';
import { isTyping, useUndoableMutation } from './use-undoable-mutation.ts';

interface ManagerKeysOptions {
  hasSelection: boolean;
  onClear: () => void;
  onAll: (() => void) | undefined;
  onDelete: (() => void) | undefined;
}

/**
 * Escape clears the selection, Ctrl/Cmd+A selects all shown photos, Delete and Backspace delete. Also works without a
 * focused element: the focused tile may have been deleted here or in another window.
 */
function useManagerKeys({
  hasSelection,
  onClear,
  onAll,
  onDelete,
}: ManagerKeysOptions): (event: KeyboardEvent) => void {
  const handleKey = (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'preventDefault'>) => {
    if (event.key === 'Escape' && hasSelection) onClear();
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && onAll) onAll();
    else if ((event.key === 'Delete' || event.key === 'Backspace') && onDelete) onDelete();
    else return;
    event.preventDefault();
  };
  const onUnfocused = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.target === document.body && !event.defaultPrevented) handleKey(event);
  });
  useEffect(() => {
    window.addEventListener('keydown', onUnfocused);
    return () => window.removeEventListener('keydown', onUnfocused);
  }, []);
  return (event) => {
    if (isTyping(event.target) || event.defaultPrevented) return;
    // React events bubble through dialogs and menus too, which are outside this element.
    if (event.target instanceof Node && event.currentTarget.contains(event.target)) handleKey(event);
  };
}

interface PhotoManagerProps {
  gallery: GalleryRow;
  rows: readonly PhotoRow[];
  sections: readonly SectionRow[];
  /** Adds files; null if the member may not, or the page has an upload field. */
  onUpload: ((files: File[]) => void) | null;
}

/** Grid of a gallery's photos with filters, selection and actions. */
export function PhotoManager({ gallery, rows, sections, onUpload }: PhotoManagerProps) {
  const { t } = useTranslation(['photos', 'sections']);
  const { role } = useAccount();
  const writable = useWritable();
  const [filter, setFilter] = useState(NO_FILTER);
  const [openId, setOpenId] = useState<string | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [tileSize, setTileSize] = useTileSize();
  const grid = useRef<PhotoGridHandle>(null);
  const everything = useMemo(() => photoSections(rows, sections, gallery.sortBy), [rows, sections, gallery.sortBy]);
  const shownSections = useMemo(() => filterSections(everything, filterPredicate(filter)), [everything, filter]);
  const photos = useMemo(() => shownSections.flatMap((photoSection) => photoSection.photos), [shownSections]);
  const counts = useMemo(() => countFilters(rows), [rows]);
  const selection = usePhotoSelection(photos, useRequestedSelection());
  const mutate = useUndoableMutation();
  const actions = usePhotoActions(gallery, mutate);
  const sectionActions = useSectionActions(gallery.id, sections, mutate);
  const arrange = useReorderMutation(gallery, everything, mutate);
  const transfer = useTransferActions(gallery.id, mutate);
  const mayWrite = can(role, 'photos.write');
  const guests = useGuestNames(gallery.id);
  const selected = useMemo(() => photos.filter(({ id }) => selection.ids.has(id)), [photos, selection.ids]);

  const open = (photo: PhotoRow, { shift, additive }: { shift: boolean; additive: boolean }) => {
    // While photos are selected, or with a modifier key, a click selects too.
    if (mayWrite && (shift || additive || selection.ids.size > 0)) selection.tick(photo.id, shift);
    else setOpenId(photo.id);
  };
  const newSection = async (of: readonly PhotoRow[]) => {
    const id = await sectionActions.create(of);
    if (!id) return;
    setFilter(NO_FILTER);
    selection.clear();
    setRenaming(id);
  };
  const removeSection = (id: string) => {
    const photoSection = everything.find((each) => getSectionId(each) === id);
    if (photoSection) void sectionActions.remove(photoSection);
  };
  const home = commonSection(everything, selected);
  const moveTo = (end: 'start' | 'end') => {
    const others = home?.all.find(({ id }) => !selection.ids.has(id));
    if (home) {
      void arrange(toIds(selected), {
        sectionId: getSectionId(home),
        before: end === 'start' ? (others?.id ?? null) : null,
      });
    }
  };
  const onKeyDown = useManagerKeys({
    hasSelection: selection.ids.size > 0,
    onClear: selection.clear,
    onAll: mayWrite ? selection.all : undefined,
    onDelete:
      selected.length > 0 && writable && can(role, 'photos.delete')
        ? () => void actions.trash(toIds(selected)).then((gone) => gone && selection.clear())
        : undefined,
  });
  return (
    // Handles the keys of the elements inside; the element itself is never focused.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={onKeyDown} className="flex flex-col gap-3">
      {mayWrite && (
        <GuestPhotosBanner
          galleryId={gallery.id}
          {...{ guests }}
          photos={rows}
          onChoose={(ids) => {
            setFilter({ ...NO_FILTER, state: 'hidden' });
            selection.clear();
            selection.add(ids);
          }}
        />
      )}
      <PhotoToolbar
        {...{ filter, counts, sections, tileSize, onUpload }}
        shown={photos.length}
        total={rows.length}
        sortBy={gallery.sortBy}
        changeable={writable && can(role, 'galleries.write')}
        covered={selected.length > 0}
        onFilter={setFilter}
        onSort={(sortBy) => void actions.sort(sortBy)}
        onNewSection={() => void newSection([])}
        onTileSize={setTileSize}
      />
      {selected.length > 0 && (
        <BulkBar
          {...{ selected, sections, actions, transfer }}
          photos={rows}
          onClear={selection.clear}
          onSelect={selection.add}
          onNewSection={(of) => void newSection(of)}
          onLift={() => grid.current?.lift(toIds(selected))}
          onMoveTo={home ? moveTo : undefined}
        />
      )}
      {photos.length === 0 && rows.length > 0 && shownSections.length === 0 && (
        <p className="py-12 text-center text-soft">{t('filter.nothing')}</p>
      )}
      <PhotoGrid
        ref={grid}
        photoSections={shownSections}
        coverPhotoId={gallery.coverPhotoId}
        tileSize={tileSize}
        selected={selection.ids}
        selectable={mayWrite}
        arrangeable={mayWrite && writable}
        onSelect={(photo, range) => selection.tick(photo.id, range)}
        onExtend={(from, to) => selection.extend(from.id, to.id)}
        onOpen={open}
        onArrange={arrange}
        attended={renaming}
        heading={(photoSection, id) => (
          <SectionHeading
            {...{
              photoSection,
              id,
              renaming: renaming !== null && renaming === getSectionId(photoSection),
            }}
            actions={sectionActions}
            editable={can(role, 'galleries.write')}
            isFirst={photoSection.section === sections[0]}
            isLast={photoSection.section === sections.at(-1)}
            onRenaming={setRenaming}
            onSelectAll={() => selection.add(toIds(photoSection.photos))}
            onRemove={() => photoSection.section && removeSection(photoSection.section.id)}
          />
        )}
      />
      <PhotoViewer {...{ photos, actions, gallery, guests }} photoId={openId} onShow={setOpenId} />
    </div>
  );
}
