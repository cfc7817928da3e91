import { describe, expect, it } from 'vitest';
import { importPlan, previewImport } from './preview-import.ts';

const rows = [
  ['Ana', 'ana@example.org', '600', ''],
  ['Eva', 'eva@example.org', '', ''],
  ['Bad', 'bad@', '', ''],
  ['Eva', 'EVA@example.org', '1', ''],
  ['Ana', 'ana@example.org', '', 'n'],
  ['Ana', 'ana@example.org', '700', ''],
];
const preview = previewImport(
  { headers: [], rows },
  ['name', 'email', 'phone', 'notes'],
  [{ id: 'ana', name: 'Ana', email: 'ana@example.org' }],
);

describe('importPlan', () => {
  it('fills empty fields of a duplicate, one update per client', () => {
    expect(importPlan(preview, 'fill')).toEqual({
      create: [{ name: 'Eva', email: 'eva@example.org', phone: '1' }],
      update: [{ customerId: 'ana', changes: { phone: '600', notes: 'n' } }],
    });
  });

  it('leaves duplicates out', () => {
    expect(importPlan(preview, 'skip')).toEqual({ create: [{ name: 'Eva', email: 'eva@example.org' }], update: [] });
  });
});
