import { normalizeForSearch } from '#web/lib/format/normalize-for-search.ts';

export interface ComboboxOption {
  value: string;
  label: string;
  /** A second line that tells namesakes apart; searched as well. */
  detail?: string;
}

export type ComboboxChoice =
  | { kind: 'option'; key: string; option: ComboboxOption }
  | { kind: 'create'; key: string; text: string };

/** Drawn at once: what is typed narrows the list sooner than anyone scrolls past these. */
const AT_MOST = 50;

/** The rows below what is typed: matching options, then the offer to create when none is called exactly so. */
export function comboboxOptions(
  options: readonly ComboboxOption[],
  typed: string,
  { filter, create }: { filter: boolean; create: boolean },
): ComboboxChoice[] {
  const text = typed.trim();
  const wanted = normalizeForSearch(text);
  const found = filter
    ? options.filter((option) => normalizeForSearch(`${option.label} ${option.detail ?? ''}`).includes(wanted))
    : options;
  const rows: ComboboxChoice[] = found
    .slice(0, AT_MOST)
    .map((option) => ({ kind: 'option', key: option.value, option }));
  const known = options.some((option) => normalizeForSearch(option.label) === wanted);
  if (create && text !== '' && !known) rows.push({ kind: 'create', key: 'create:', text });
  return rows;
}
