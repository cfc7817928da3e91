import type { FieldIssue } from '#core/domain/values/errors.ts';

const FIELDS = ['name', 'email', 'phone', 'address', 'taxId', 'notes', 'tags'] as const;

/** Returns the text in `import:reasons` that says why a client's field is refused. */
export function customerReason({ field, code }: FieldIssue): (typeof FIELDS)[number] | 'nameContent' | 'other' {
  // Length has codes of its own in zod; `custom` is a rule for what a name contains (`personName`).
  if (field === 'name' && code === 'custom') return 'nameContent';
  return FIELDS.find((one) => one === field) ?? 'other';
}
