import { MESSAGE_KINDS, type MessageKind, type TemplateField } from './messages.ts';

const SESSION_FIELDS: readonly TemplateField[] = ['client', 'studio', 'type', 'date', 'time', 'place', 'link'];

/** What each kind of mail can say. Money only in receipts, which are about nothing else. */
export const TEMPLATE_FIELDS_BY_KIND: Readonly<Record<MessageKind, readonly TemplateField[]>> = {
  ...(Object.fromEntries(MESSAGE_KINDS.map((kind) => [kind, SESSION_FIELDS])) as Record<
    MessageKind,
    readonly TemplateField[]
  >),
  receipt: ['client', 'studio', 'type', 'date', 'amount', 'number'],
};

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The names between double braces of a text, in its order. */
export function findFields(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map((match) => match[1]!);
}

/** Those of them that mean nothing in this kind of mail, each once. */
export function findUnknownFields(kind: MessageKind, text: string): string[] {
  const known: readonly string[] = TEMPLATE_FIELDS_BY_KIND[kind];
  return [...new Set(findFields(text).filter((name) => !known.includes(name)))];
}

export type FieldValues = Readonly<Partial<Record<TemplateField, string>>>;

/** A text with its fields' values; what has none is left out. Values are never looked through for fields again. */
export function fillFields(text: string, values: FieldValues): string {
  return text.replace(PLACEHOLDER, (_, name: string) => values[name as TemplateField] ?? '');
}

/** As `fillFields`, without the lines that say nothing but fields which are all empty: no "Where:" without a place. */
export function fillLines(text: string, values: FieldValues): string {
  const says = (line: string) => {
    const fields = findFields(line);
    return fields.length === 0 || fields.some((name) => values[name as TemplateField]);
  };
  return text
    .split('\n')
    .filter(says)
    .map((line) => fillFields(line, values))
    .join('\n');
}
