/** A parsed form: text, lists and objects, as Stripe's API reads bracketed names. */
type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type Form = { [key: string]: FormValue };

/** Parses `line_items[0][price_data][currency]=eur` into nested lists and objects. */
export function parseForm(text: string): Form {
  const form: Form = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const [first, ...rest] = name.replaceAll(']', '').split('[');
    setValue(form, [first!, ...rest], value);
  }
  return form;
}

function setValue(target: Form, [key, ...rest]: string[], value: string): void {
  if (key === undefined) return;
  if (rest.length === 0) {
    target[key] = value;
    return;
  }
  target[key] ??= /^\d+$/.test(rest[0]!) ? [] : (Object.create(null) as Form);
  setValue(target[key] as Form, rest, value);
}

/** Returns a value by its path; undefined if it is missing or no text. */
export function textAt(form: Form, ...path: (string | number)[]): string | undefined {
  let value: FormValue | undefined = form;
  for (const key of path) value = typeof value === 'object' ? (value as Form)[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}

export function numberAt(form: Form, ...path: (string | number)[]): number | undefined {
  const text = textAt(form, ...path);
  return text === undefined || !/^-?\d+$/.test(text) ? undefined : Number(text);
}

/** Returns the texts of an object, such as `metadata`. */
export function recordAt(form: Form, ...path: (string | number)[]): Record<string, string> {
  let value: FormValue | undefined = form;
  for (const key of path) value = typeof value === 'object' ? (value as Form)[key] : undefined;
  if (typeof value !== 'object') return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Returns the objects of a list, such as `lines`. */
export function listAt(form: Form, name: string): Form[] {
  const value = form[name];
  return Array.isArray(value) ? value.filter((one): one is Form => typeof one === 'object' && !Array.isArray(one)) : [];
}

/** Returns the texts of a list. */
export function textsAt(form: Form, name: string): string[] {
  const value = form[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
