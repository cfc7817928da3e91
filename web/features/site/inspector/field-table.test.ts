import { expect, it } from 'vitest';
import { BLOCK_FIELDS, BLOCK_KINDS } from '#core/domain/site/page-blocks.ts';
import ca from '#locales/ca/blocks.json' with { type: 'json' };
import en from '#locales/en/blocks.json' with { type: 'json' };
import es from '#locales/es/blocks.json' with { type: 'json' };
import { FIELD_TABLE } from './field-table.ts';

it.each(BLOCK_KINDS)('draws every field of %s, and names the kind in each language', (kind) => {
  expect(Object.keys(FIELD_TABLE[kind]).toSorted()).toEqual(Object.keys(BLOCK_FIELDS[kind].shape).toSorted());
  for (const { kinds } of [en, es, ca]) expect(kinds[kind]).not.toBe('');
});
