/**
 * What a person typed into a form over something stored, apart from what is stored: by field, what stands there and
 * the stored value that it was made from. A field that is not in it shows what is stored, whoever saved that.
 */
export type TypedFields<T extends object> = { readonly [Name in keyof T]?: { value: T[Name]; base: T[Name] } };

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
export function valuesOf<T extends object>(saved: T, typed: TypedFields<T>): T {
  const entries = namesOf(typed).flatMap((name) => (typed[name] ? [[name, typed[name].value]] : []));
  return { ...saved, ...Object.fromEntries(entries) } as T;
}

/** After `changes` were typed. Typed back to what is stored, nothing was. The same object where nothing changes. */
export function afterTyping<T extends object>(typed: TypedFields<T>, saved: T, changes: Partial<T>): TypedFields<T> {
  const next: { -readonly [Name in keyof T]?: TypedFields<T>[Name] } = { ...typed };
  let isChanged = false;
  for (const name of namesOf(changes)) {
    const value = changes[name] as T[keyof T];
    const former = typed[name];
    if (isEqual(value, former ? former.value : saved[name])) continue;
    isChanged = true;
    if (isEqual(value, saved[name])) delete next[name];
    else next[name] = { value, base: former ? former.base : saved[name] };
  }
  return isChanged ? next : typed;
}

/**
 * After the server has taken `sent`: what stands as it was sent is stored now, and followed again; what was typed since
 * then was made from it.
 */
export function afterStanding<T extends object>(typed: TypedFields<T>, sent: T): TypedFields<T> {
  const left = namesOf(typed).flatMap((name) => {
    const field = typed[name];
    if (!field || isSame(field.value, sent[name])) return [];
    return [[name, { value: field.value, base: sent[name] }]];
  });
  return Object.fromEntries(left) as TypedFields<T>;
}

/**
 * Of a draft that was kept: what the form still has. What is stored says the same as some of it, maybe: that may be
 * this device's alone, and refused yet.
 */
export function stillTyped<T extends object>(typed: TypedFields<T>, saved: T): TypedFields<T> {
  const left = namesOf(typed).filter((name) => name in saved);
  return Object.fromEntries(left.map((name) => [name, typed[name]])) as TypedFields<T>;
}

/**
 * Texts that were typed in here and that somebody else has saved since, with what they saved: the last write must be
 * nobody's silent loss. Of what people choose or switch, the last word stands.
 */
export function changedMeanwhile<T extends object>(typed: TypedFields<T>, saved: T): Partial<T> {
  const changed = namesOf(typed).filter((name) => {
    const [field, theirs] = [typed[name], saved[name]];
    return field && typeof theirs === 'string' && !isSame(theirs, field.base) && !isSame(theirs, field.value);
  });
  return Object.fromEntries(changed.map((name) => [name, saved[name]])) as Partial<T>;
}
