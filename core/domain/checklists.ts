import type { ChecklistItem } from './sessions.ts';

/**
 * A list that two people changed at once: `mine` as somebody made it of `base`, and `stored` as it is by now. What
 * either added stays, what either ticked or wrote is kept, what either took out is out unless the other wrote in it;
 * the order is mine, with what came meanwhile at its end.
 */
export function mergeChecklists(
  base: readonly ChecklistItem[],
  mine: readonly ChecklistItem[],
  stored: readonly ChecklistItem[],
): ChecklistItem[] {
  const [before, theirs] = [byId(base), byId(stored)];
  const chosen = new Set(mine.map(({ id }) => id));
  const retained = mine.flatMap((item): ChecklistItem[] => {
    const [was, is] = [before.get(item.id), theirs.get(item.id)];
    const isMine = !was || was.text !== item.text || was.isDone !== item.isDone;
    if (!is) return isMine ? [item] : [];
    if (!was) return [item];
    return [
      {
        id: item.id,
        text: item.text === was.text ? is.text : item.text,
        isDone: item.isDone === was.isDone ? is.isDone : item.isDone,
      },
    ];
  });
  const came = stored.filter((item) => {
    if (chosen.has(item.id)) return false;
    const was = before.get(item.id);
    return !was || was.text !== item.text;
  });
  return [...retained, ...came];
}

const byId = (items: readonly ChecklistItem[]) => new Map(items.map((item) => [item.id, item]));
