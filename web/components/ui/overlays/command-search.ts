import { normalizeForSearch } from '#web/lib/format/normalize-for-search.ts';

interface Searched {
  label: string;
  detail?: string;
}

/** Rows of a group: whoever wants more of them types another letter. */
const SHOWN = 8;

/**
 * What of each group fits the text, `SHOWN` at the most; those whose name begins with it first. Each word of the text
 * is looked for by itself: "puig boda" finds Marta Puig's wedding.
 */
export function findCommands<Item extends Searched>(
  groups: readonly { label: string; items: readonly Item[] }[],
  text: string,
): { label: string; items: Item[] }[] {
  const words = normalizeForSearch(text).split(/\s+/).filter(Boolean);
  return groups.map((group) => ({ ...group, items: best(group.items, words) })).filter(({ items }) => items.length > 0);
}

function best<Item extends Searched>(items: readonly Item[], words: readonly string[]): Item[] {
  const [first] = words;
  if (first === undefined) return items.slice(0, SHOWN);
  const beginning: Item[] = [];
  const within: Item[] = [];
  for (const item of items) {
    const name = normalizeForSearch(item.label);
    const all = item.detail ? `${name} ${normalizeForSearch(item.detail)}` : name;
    if (!words.every((word) => all.includes(word))) continue;
    (name.startsWith(first) ? beginning : within).push(item);
    if (beginning.length === SHOWN) break;
  }
  return [...beginning, ...within].slice(0, SHOWN);
}
