import type { Node } from '@tiptap/pm/model';
import { type EditorState, Selection, type Transaction } from '@tiptap/pm/state';

/**
 * Returns the transaction that makes the document `next`, by replacing only the range that differs: a caret outside of
 * it stays where it is, one within it at the nearest position. Null if nothing differs.
 */
export function replaceDoc(state: EditorState, next: Node): Transaction | null {
  const { doc, tr, selection } = state;
  const start = doc.content.findDiffStart(next.content);
  const end = doc.content.findDiffEnd(next.content);
  if (start === null || end === null) return null;
  // Repeated letters match from both ends.
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  tr.replace(start, end.a + overlap, next.slice(start, end.b + overlap));
  if (tr.doc.eq(next)) return tr;
  const whole = state.tr.replaceWith(0, doc.content.size, next.content);
  const near = (at: number) => whole.doc.resolve(Math.min(at, whole.doc.content.size));
  return whole.setSelection(Selection.near(near(selection.head)));
}
