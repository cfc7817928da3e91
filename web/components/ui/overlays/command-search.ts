import { normalizeForSearch } from '#web/lib/format/normalize-for-search.ts';

interface Searched {
  label: string;
  detail?: string;
  keywords?: string;
}

interface Group<Item> {
  label: string;
  /** `before`: only before anything is typed; `after`: only among matches. Without it, both. */
  shown?: 'before' | 'after';
  items: readonly Item[];
}

/** Maximum number of results of a group. */
const SHOWN = 8;

/**
 * Returns the matches of each group, `SHOWN` at most, names that start with the text first. Matches each word
 * separately: "puig boda" finds Marta Puig's wedding. A phone number also matches as one word, however it is grouped.
 */
export function findCommands<Item extends Searched>(
  groups: readonly Group<Item>[],
  text: string,
): { label: string; items: Item[] }[] {
  const words = normalizeForSearch(text).split(/\s+/).filter(Boolean);
  const hidden = words.length === 0 ? 'after' : 'before';
  return groups
    .filter(({ shown }) => shown !== hidden)
    .map((group) => ({ ...group, items: best(group.items, words, phoneDigits(text)) }))
    .filter(({ items }) => items.length > 0);
}

/** Returns the digits of a text that may be a part of a phone number, otherwise null. */
function phoneDigits(text: string): string | null {
  const digits = text.replaceAll(/[\s+().-]/g, '');
  return /^\d{3,}$/.test(digits) ? digits : null;
}

function best<Item extends Searched>(items: readonly Item[], words: readonly string[], phone: string | null): Item[] {
  const [first] = words;
  if (first === undefined) return items.slice(0, SHOWN);
  const beginning: Item[] = [];
  const within: Item[] = [];
  for (const item of items) {
    const name = normalizeForSearch(item.label);
    const more = [item.detail, item.keywords].filter(Boolean).join(' ');
    const all = more ? `${name} ${normalizeForSearch(more)}` : name;
    const isFound = words.every((word) => all.includes(word)) || (phone !== null && item.keywords?.includes(phone));
    if (!isFound) continue;
    (name.startsWith(first) ? beginning : within).push(item);
    if (beginning.length === SHOWN) break;
  }
  return [...beginning, ...within].slice(0, SHOWN);
}
