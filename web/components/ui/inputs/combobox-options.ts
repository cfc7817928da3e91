import { normalizeForSearch } from '#web/lib/format/normalize-for-search.ts';

export interface ComboboxOption {
  value: string;
  label: string;
  /** A second line that distinguishes equal names; also searched. */
  detail?: string;
}

export type ComboboxChoice =
  | { kind: 'option'; key: string; option: ComboboxOption }
  | { kind: 'create'; key: string; text: string };

/** Maximum number of rendered options; typing narrows the list. */
const AT_MOST = 50;

/** Returns the matching options, then a create option if no option has exactly this name. */
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
