import { normalizeForSearch } from '#web/lib/format/normalize-for-search.ts';

interface Searched {
  label: string;
  detail?: string;
}

/** Maximum number of results of a group. */
const SHOWN = 8;

/**
 * Returns the matches of each group, `SHOWN` at most, names that start with the text first. Matches each word
 * separately: "puig boda" finds Marta Puig's wedding.
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
