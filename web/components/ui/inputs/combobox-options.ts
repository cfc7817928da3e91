import type { ReactNode } from 'react';
import { normalizeForSearch } from '#web/lib/format/normalize-for-search.ts';

export interface ComboboxOption {
  value: string;
  label: string;
  /** A second line that distinguishes equal names; also searched. */
  detail?: string;
  /** The label as the list draws it. */
  shown?: ReactNode;
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

/** Effect of leaving the field on the typed text; `keep` leaves it in the field with an offer to create it. */
type LeaveResult = { kind: 'choose'; value: string } | { kind: 'create' | 'keep'; text: string } | { kind: 'drop' };

/**
 * Returns what leaving the field does with the typed text: chooses the only option of exactly this name, else creates
 * it if `freeText` is allowed, else keeps it. Drops it if it cannot be created and an option is chosen.
 */
export function leaveResult(
  options: readonly ComboboxOption[],
  typed: string,
  { freeText, canDrop }: { freeText: boolean; canDrop: boolean },
): LeaveResult {
  const text = typed.trim();
  if (text === '') return { kind: 'drop' };
  const wanted = normalizeForSearch(text);
  const named = options.filter(({ label }) => normalizeForSearch(label) === wanted);
  if (named.length === 1) return { kind: 'choose', value: named[0]!.value };
  if (freeText && named.length === 0) return { kind: 'create', text };
  return canDrop ? { kind: 'drop' } : { kind: 'keep', text };
}
