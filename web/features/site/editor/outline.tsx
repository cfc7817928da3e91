import { Plus } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { type DropTarget, useRowDrag } from '#web/components/ui/lists/row-drag.ts';
import { useEditor } from './editor-context.ts';
import { type OutlineItem, outlineItems } from './outline-items.ts';
import { OutlineLine } from './outline-line.tsx';
import { findPart } from './parts.ts';

/** The page as a tree of rows, columns and blocks, with keys for everything that the pointer can do. */
export function Outline() {
  const { t } = useTranslation('website');
  const editor = useEditor();
  const { rows, selected, select, actions } = editor;
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const root = useRef<HTMLDivElement>(null);
  const { drag, onPointerDown } = useOutlineDrag(root);
  const isRowMoving = drag !== null && findPart(rows, drag.id)?.kind === 'row';
  const items = useMemo(
    // While a row moves, only rows are there: it cannot move between its blocks.
    () => outlineItems(rows, isRowMoving ? new Set(rows.map(({ id }) => id)) : closed),
    [rows, closed, isRowMoving],
  );
  const current = items.find(({ id }) => id === selected) ?? items[0];
  useFollowFocus(root, selected);
  const setOpen = (id: string, isOpen: boolean) =>
    setClosed((before) => {
      const next = new Set(before);
      if (isOpen) next.delete(id);
      else next.add(id);
      return next;
    });
  const onKeyDown = (event: KeyboardEvent) => {
    const isLine = event.target instanceof HTMLElement && event.target.role === 'treeitem';
    if (!current || !isLine || event.ctrlKey || event.metaKey) return;
    if (event.altKey) {
      const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
      if (by === null) return;
      event.preventDefault();
      return actions.step(current.id, by);
    }
    const act = keyAction(event.key, items, current);
    if (!act) return;
    event.preventDefault();
    if (act.select) select(act.select);
    if (act.open !== undefined) setOpen(current.id, act.open);
    if (event.key === 'Enter') editor.edit(current.id);
    if (event.key === 'Delete' || event.key === 'Backspace') actions.remove(current.id);
  };
  return (
    <div className="flex min-h-0 grow flex-col">
      {items.length > 0 ? (
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its lines take the focus
        <div
          ref={root}
          role="tree"
          aria-label={t('outline.label')}
          data-drag-scroller=""
          className="min-h-0 grow overflow-y-auto p-2"
          onKeyDown={onKeyDown}
        >
          {items.map((item) => (
            <OutlineLine
              key={item.id}
              item={item}
              isCurrent={item === current}
              drag={drag}
              onGrab={onPointerDown(item.id)}
              onToggle={() => setOpen(item.id, !item.isOpen)}
            />
          ))}
        </div>
      ) : (
        <p className="grow p-4 text-caption text-soft">{t('outline.empty')}</p>
      )}
      <div className="border-t border-line p-3">
        <Button
          icon={<Plus />}
          writes
          className="w-full"
          onClick={() => actions.addSection(lastRowFor(rows, selected))}
        >
          {t('add.section')}
        </Button>
      </div>
    </div>
  );
}

/** A new section goes below the selected one, else to the end. */
function lastRowFor(rows: ReturnType<typeof useEditor>['rows'], selected: string | null): string | null {
  return findPart(rows, selected)?.row.id ?? rows.at(-1)?.id ?? null;
}

interface KeyAction {
  select?: string;
  open?: boolean;
}

/** Returns what a key does in the tree (WAI-ARIA); null for keys that do nothing. */
function keyAction(key: string, items: readonly OutlineItem[], current: OutlineItem): KeyAction | null {
  const at = items.indexOf(current);
  const to = (item: OutlineItem | undefined): KeyAction => (item ? { select: item.id } : {});
  switch (key) {
    case 'ArrowDown':
      return to(items[at + 1]);
    case 'ArrowUp':
      return to(items[at - 1]);
    case 'Home':
      return to(items[0]);
    case 'End':
      return to(items.at(-1));
    case 'ArrowRight':
      if (current.isOpen === false) return { open: true };
      return current.isOpen ? to(items[at + 1]) : {};
    case 'ArrowLeft':
      if (current.kind === 'row' && current.isOpen) return { open: false };
      return current.parent ? { select: current.parent } : {};
    case 'Enter':
    case 'Delete':
    case 'Backspace':
      return { select: current.id };
    default:
      return null;
  }
}

/** Moves the focus along with the selection while it is in the tree. */
function useFollowFocus(root: RefObject<HTMLElement | null>, selected: string | null): void {
  useEffect(() => {
    const tree = root.current;
    const line = selected && tree?.querySelector<HTMLElement>(`[data-drag-id="${selected}"]`);
    if (!line) return;
    line.scrollIntoView({ block: 'nearest' });
    // The deleted or moved line has lost the focus with its element.
    if (tree?.contains(document.activeElement) && document.activeElement !== line) line.focus();
  }, [root, selected]);
}

/** Drags rows among rows, and blocks among blocks and into columns. */
function useOutlineDrag(root: RefObject<HTMLElement | null>) {
  const { rows, actions } = useEditor();
  const accepts = (id: string, besideId: string) => {
    const [moved, beside] = [findPart(rows, id), findPart(rows, besideId)];
    if (!moved || !beside) return false;
    if (moved.kind === 'row') return beside.kind === 'row';
    // A row represents its only column, which has no line of its own.
    return beside.kind === 'row' ? beside.row.cells.length === 1 : true;
  };
  const onDrop = (id: string, { id: besideId, side }: DropTarget) => {
    const [moved, beside] = [findPart(rows, id), findPart(rows, besideId)];
    if (!moved || !beside) return;
    if (moved.kind === 'row') {
      const others = rows.filter((row) => row.id !== id);
      const at = others.findIndex((row) => row.id === besideId) + (side === 'after' ? 1 : 0);
      return actions.move(id, null, others[at - 1]?.id ?? null);
    }
    if (beside.kind !== 'block') {
      const cell = beside.kind === 'cell' ? beside.cell : beside.row.cells[0];
      if (cell) actions.move(id, cell.id, null);
      return;
    }
    const siblings = beside.cell.blocks.filter((block) => block.id !== id);
    const at = siblings.findIndex((block) => block.id === besideId) + (side === 'after' ? 1 : 0);
    actions.move(id, beside.cell.id, siblings[at - 1]?.id ?? null);
  };
  return useRowDrag({ root, accepts, onDrop });
}
