import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageOp } from '#core/domain/site/page-operations.ts';
import type { BlockKind } from '#core/domain/site/page-blocks.ts';
import type { Row } from '#core/domain/site/page-rows.ts';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { useEventCallback } from '#web/lib/browser/use-event-callback.ts';
import { newId } from '#web/lib/ids.ts';
import type { EditorActions } from './editor-context.ts';
import { outlineItems } from './outline-items.ts';
import type { PageEdits } from './page-edits.ts';
import { columnOps, duplicateOp, findPart, insertOp, stepOps } from './parts.ts';
import { makeBlock, type Materials } from './sections.ts';

interface ActionsOptions {
  edits: PageEdits;
  materials: Materials;
  select: (id: string | null) => void;
  /** Opens the chooser of ready sections. */
  onAddSection: (after: string | null) => void;
  /** Announces to screen readers. */
  say: (text: string) => void;
  fullName: (rows: readonly Row[], id: string) => string;
}

/** Returns the changes of a page's structure; each is one step of undo and is announced. */
export function useEditorActions(options: ActionsOptions): EditorActions {
  const { edits, onAddSection } = options;
  const { t } = useTranslation('website');
  const toast = useToast();
  const rows = () => edits.snapshot().rows;

  const addBlock = useEventCallback((kind: BlockKind, cellId: string, after: string | null) => {
    const block = makeBlock(kind, options.materials);
    if (!edits.apply([insertOp(block, cellId, after)])) return;
    options.select(block.id);
    options.say(t('said.added', { name: options.fullName(rows(), block.id) }));
  });
  const duplicate = useEventCallback((id: string) => {
    const copy = duplicateOp(rows(), id, newId);
    if (!copy || !edits.apply([copy.op])) return;
    options.select(copy.id);
    options.say(t('said.added', { name: options.fullName(rows(), copy.id) }));
  });
  const remove = useEventCallback((id: string) => {
    const name = options.fullName(rows(), id);
    const next = neighbourOf(rows(), id);
    if (!edits.apply([{ op: 'remove', id }])) return;
    options.select(next);
    options.say(t('said.removed', { name }));
  });
  const run = (id: string, ops: PageOp[] | null) => {
    if (!ops || ops.length === 0 || !edits.apply(ops)) return options.say(t('said.notMoved'));
    const found = findPart(rows(), id);
    const name = options.fullName(rows(), id);
    options.say(t('said.moved', { name, position: (found?.index ?? 0) + 1 }));
  };
  const step = useEventCallback((id: string, by: -1 | 1) => run(id, stepOps(rows(), id, by)));
  const move = useEventCallback((id: string, parent: string | null, after: string | null) =>
    run(id, [{ op: 'move', id, in: parent, after }]),
  );
  const setColumns = useEventCallback((row: Row, spans: readonly number[]) => {
    const ops = columnOps(row, spans, newId);
    if (!ops) return toast({ title: t('columns.full'), tone: 'danger' });
    if (ops.length > 0) edits.apply(ops);
  });
  const undo = useEventCallback(() => {
    if (edits.undo()) options.say(t('said.undone'));
  });
  const redo = useEventCallback(() => {
    if (edits.redo()) options.say(t('said.redone'));
  });
  return useMemo(
    () => ({ addSection: onAddSection, addBlock, duplicate, remove, step, move, setColumns, undo, redo }),
    [onAddSection, addBlock, duplicate, remove, step, move, setColumns, undo, redo],
  );
}

/** Returns the part that is selected once a part is gone: the next one on its level, else the one before, else its parent. */
function neighbourOf(rows: readonly Row[], id: string): string | null {
  const items = outlineItems(rows, new Set());
  const own = items.find((item) => item.id === id);
  const siblings = items.filter((item) => item.parent === own?.parent && item.level === own?.level);
  const at = siblings.findIndex((item) => item.id === id);
  return siblings[at + 1]?.id ?? siblings[at - 1]?.id ?? own?.parent ?? null;
}
