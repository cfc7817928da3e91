/** A field of a form over something stored, as somebody typed in it. */
interface DirtyField<V> {
  value: V;
  /** The stored value that it was made from. */
  base: V;
  /** What was sent of it, and what was stored then; until the server has answered. */
  sent?: { value: V; over: V };
}

/**
 * What a person typed into a form over something stored, apart from what is stored. A field that is not in it shows
 * what is stored, whoever saved that.
 */
export type DirtyFields<T extends object> = { readonly [Name in keyof T]?: DirtyField<T[Name]> };

const namesOf = <T extends object>(fields: T) => Object.keys(fields) as (keyof T)[];

/** Lists by what is in them. */
function isEqual(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** The same once it is stored: texts lose the blanks around them. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one.trim() === other.trim();
  return isEqual(one, other);
}

/** The form with what was typed in it. */
export function mergeEdits<T extends object>(saved: T, typed: DirtyFields<T>): T {
  const entries = namesOf(typed).flatMap((name) => (typed[name] ? [[name, typed[name].value]] : []));
  return { ...saved, ...Object.fromEntries(entries) } as T;
}

/** After `changes` were typed. Typed back to what is stored, nothing was. The same object where nothing changes. */
export function applyEdits<T extends object>(typed: DirtyFields<T>, saved: T, changes: Partial<T>): DirtyFields<T> {
  const next: { -readonly [Name in keyof T]?: DirtyFields<T>[Name] } = { ...typed };
  let isChanged = false;
  for (const name of namesOf(changes)) {
    const value = changes[name] as T[keyof T];
    const former = typed[name];
    if (isEqual(value, former ? former.value : saved[name])) continue;
    isChanged = true;
    // What was sent may be refused yet: what is stored is this device's own until then.
    if (isEqual(value, saved[name]) && !former?.sent) delete next[name];
    else next[name] = former ? { ...former, value } : { value, base: saved[name] };
  }
  return isChanged ? next : typed;
}

const isOfSaving = <V>(field: DirtyField<V>, sent: V) => field.sent !== undefined && isEqual(field.sent.value, sent);

/** After `sent` was sent, while `saved` was stored: its answer may be lost. */
export function markSubmitted<T extends object>(typed: DirtyFields<T>, sent: T, saved: T): DirtyFields<T> {
  return mapped(typed, (field, name) => ({ ...field, sent: { value: sent[name], over: saved[name] } }));
}

/** After the server has refused `sent`: it is to be mended, and sent again. */
export function markRejected<T extends object>(typed: DirtyFields<T>, sent: T): DirtyFields<T> {
  return mapped(typed, (field, name) => {
    const { sent: _refused, ...rest } = field;
    return isOfSaving(field, sent[name]) ? rest : field;
  });
}

/**
 * After the server has taken `sent`: what stands as it was sent is stored now, and followed again; what was typed since
 * then was made from it.
 */
export function afterConfirm<T extends object>(typed: DirtyFields<T>, sent: T): DirtyFields<T> {
  return mapped(typed, (field, name) => {
    if (isSame(field.value, sent[name])) return null;
    const { sent: later, ...rest } = field;
    const isOpen = later !== undefined && !isOfSaving(field, sent[name]);
    return { ...rest, base: sent[name], ...(isOpen && { sent: later }) };
  });
}

/**
 * What is left of what was sent and never answered, by what the server has stored: it stands, or somebody wrote over
 * it. Where there is what was there before, it was refused, and is typed still. The same object where nothing changes.
 */
export function reconcile<T extends object>(typed: DirtyFields<T>, saved: T): DirtyFields<T> {
  const sent = namesOf(typed).filter((name) => typed[name]?.sent);
  // A form is taken as a whole.
  const isTaken = sent.some((name) => !isSame(saved[name], typed[name]?.sent?.over));
  const taken = new Set(isTaken ? sent : sent.filter((name) => isSame(saved[name], typed[name]?.sent?.value)));
  if (taken.size === 0) return typed;
  return mapped(typed, (field, name) => {
    if (!field.sent || !taken.has(name)) return field;
    return isSame(field.value, field.sent.value) ? null : { value: field.value, base: field.sent.value };
  });
}

/** Of a draft that was kept: what the form still has. */
export function remainingEdits<T extends object>(typed: DirtyFields<T>, saved: T): DirtyFields<T> {
  return mapped(typed, (field, name) => (name in saved ? field : null));
}

/** Every field as `change` makes it; null takes it out. */
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
 * Texts that were typed in here and that somebody else has saved since, with what they saved: the last write must be
 * nobody's silent loss. Days and choices among them; of lists and switches, the last word stands.
 */
export function conflictingFields<T extends object>(typed: DirtyFields<T>, saved: T): Partial<T> {
  const changed = namesOf(typed).filter((name) => {
    const [field, theirs] = [typed[name], saved[name]];
    return field && typeof theirs === 'string' && !isSame(theirs, field.base) && !isSame(theirs, field.value);
  });
  return Object.fromEntries(changed.map((name) => [name, saved[name]])) as Partial<T>;
}
