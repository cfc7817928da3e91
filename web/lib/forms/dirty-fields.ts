/** A submitted value, and the stored one at that time. */
interface Submission<V> {
  value: V;
  over: V;
}

/** An edited field of a form over a stored record. */
interface DirtyField<V> {
  value: V;
  /** The stored value that the edit started from. */
  base: V;
  /** Until the server's result. */
  sent?: Submission<V>;
}

/** Edits of a form over a stored record. Fields without an entry show the stored value. */
export type DirtyFields<T extends object> = { readonly [Name in keyof T]?: DirtyField<T[Name]> };

const namesOf = <T extends object>(fields: T) => Object.keys(fields) as (keyof T)[];

/** Compares lists by value. */
function isEqual(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Compares as stored: texts are trimmed. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one.trim() === other.trim();
  return isEqual(one, other);
}

/** Returns the stored values with the edits applied. */
export function mergeEdits<T extends object>(saved: T, typed: DirtyFields<T>): T {
  const entries = namesOf(typed).flatMap((name) => (typed[name] ? [[name, typed[name].value]] : []));
  return { ...saved, ...Object.fromEntries(entries) } as T;
}

/** Applies `changes`; a value equal to `saved` is not dirty. Returns the same object without a change. */
export function applyEdits<T extends object>(typed: DirtyFields<T>, saved: T, changes: Partial<T>): DirtyFields<T> {
  const next: { -readonly [Name in keyof T]?: DirtyFields<T>[Name] } = { ...typed };
  let isChanged = false;
  for (const name of namesOf(changes)) {
    const value = changes[name] as T[keyof T];
    const edit = typed[name];
    if (isEqual(value, edit ? edit.value : saved[name])) continue;
    isChanged = true;
    // Keep a submitted field: the stored value is optimistic and may still be rejected.
    if (isEqual(value, saved[name]) && !edit?.sent) delete next[name];
    else next[name] = edit ? { ...edit, value } : { value, base: saved[name] };
  }
  return isChanged ? next : typed;
}

const isOfSaving = <V>(field: DirtyField<V>, sent: V) => field.sent !== undefined && isEqual(field.sent.value, sent);

/** Marks the edits as submitted over `saved`: the result may be lost with the page. */
export function markSubmitted<T extends object>(typed: DirtyFields<T>, sent: T, saved: T): DirtyFields<T> {
  return mapped(typed, (field, name) => ({ ...field, sent: { value: sent[name], over: saved[name] } }));
}

/** Removes the submission mark of `sent` after a rejection, so that the edits can be corrected and sent again. */
export function markRejected<T extends object>(typed: DirtyFields<T>, sent: T): DirtyFields<T> {
  return mapped(typed, (field, name) => {
    const { sent: _refused, ...rest } = field;
    return isOfSaving(field, sent[name]) ? rest : field;
  });
}

/** Drops the fields that still have their confirmed value. Edits typed since `sent` are rebased on it. */
export function afterConfirm<T extends object>(typed: DirtyFields<T>, sent: T): DirtyFields<T> {
  return mapped(typed, (field, name) => {
    if (isEqual(field.value, sent[name])) return null;
    const { sent: later, ...rest } = field;
    const isOpen = later !== undefined && !isOfSaving(field, sent[name]);
    return { ...rest, base: sent[name], ...(isOpen && { sent: later }) };
  });
}

/** Tells by the stored value whether the server took a submission whose result was lost. */
export type WasTaken = (sent: Submission<unknown>, stored: unknown) => boolean;

/** The server takes the last write: a changed value means that it took this one, and maybe a later one. */
const isReplaced: WasTaken = ({ over }, stored) => !isSame(stored, over);

/**
 * For a text that the server refuses if it was changed meanwhile: taken if the stored text contains it and not the one
 * before, unless it only added to that. Otherwise it may have been refused.
 */
export const isTextTaken: WasTaken = (sent, stored) => {
  const [value, over, text] = [sent.value, sent.over, stored].map(String) as [string, string, string];
  return value !== '' && text.includes(value) && (value.includes(over) || !text.includes(over));
};

/**
 * Decides submitted fields without a result by the stored record: drops those that the server took, and keeps the
 * others, which means a rejection. Returns the same object without a change.
 */
export function reconcile<T extends object>(
  typed: DirtyFields<T>,
  saved: T,
  wasTaken: WasTaken = isReplaced,
): DirtyFields<T> {
  const sent = namesOf(typed).filter((name) => typed[name]?.sent);
  // The server applies a form as a whole.
  const isTaken = sent.some((name) => wasTaken(typed[name]!.sent!, saved[name]));
  const taken = new Set(isTaken ? sent : sent.filter((name) => isSame(saved[name], typed[name]?.sent?.value)));
  if (taken.size === 0) return typed;
  return mapped(typed, (field, name) => {
    if (!field.sent || !taken.has(name)) return field;
    return isEqual(field.value, field.sent.value) ? null : { value: field.value, base: field.sent.value };
  });
}

/** Restores discarded edits. A text edited since stays, before the discarded one. */
export function restoreEdits<T extends object>(typed: DirtyFields<T>, discarded: DirtyFields<T>): DirtyFields<T> {
  const restored = mapped(discarded, (field, name) => {
    const since = typed[name];
    const isText = typeof since?.value === 'string' && typeof field.value === 'string';
    return since && isText ? { ...since, value: joinTexts(since.value, field.value) as typeof field.value } : field;
  });
  return { ...typed, ...restored };
}

/** Joins two texts with a blank line. */
export const joinTexts = (...texts: unknown[]): string => texts.filter(Boolean).join('\n\n');

/** Returns the edits of a stored draft, limited to fields that the form still has; a malformed one is dropped. */
export function remainingEdits<T extends object>(typed: DirtyFields<T>, saved: T): DirtyFields<T> {
  return mapped(typed, (field, name) => (name in saved && Object(field) === field && 'value' in field ? field : null));
}

/** Maps every edit by `change`; null removes it. */
function mapped<T extends object>(
  typed: DirtyFields<T>,
  change: <Name extends keyof T>(field: DirtyField<T[Name]>, name: Name) => DirtyField<T[Name]> | null,
): DirtyFields<T> {
  const entries = namesOf(typed).flatMap((name) => {
    const field = typed[name] && change(typed[name], name);
    return field ? [[name, field]] : [];
  });
  return Object.fromEntries(entries) as DirtyFields<T>;
}

/**
 * Text fields edited here and saved elsewhere since: conflicts, with the saved values. Includes days and choices, which
 * are strings; for lists and switches the last write wins.
 */
export function conflictingFields<T extends object>(typed: DirtyFields<T>, saved: T): Partial<T> {
  const changed = namesOf(typed).filter((name) => {
    const [field, current] = [typed[name], saved[name]];
    return field && typeof current === 'string' && !isSame(current, field.base) && !isSame(current, field.value);
  });
  return Object.fromEntries(changed.map((name) => [name, saved[name]])) as Partial<T>;
}
