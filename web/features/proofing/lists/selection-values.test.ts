import { describe, expect, it } from 'vitest';
import type { ListRow } from '../types.ts';
import { newSelection, selectionForm, type SelectionValues, toSelectionValues } from './selection-values.ts';

const ZONE = 'Europe/Madrid';
const PERSON = '0'.repeat(20);
const form = selectionForm(ZONE);
const read = (values: Partial<SelectionValues>) => form.safeParse({ ...newSelection('Album'), ...values });

describe('the form of a selection', () => {
  it('reads the values of a stored one unchanged', () => {
    const rules = {
      name: 'Album',
      minCount: 20,
      maxCount: 40,
      includedCount: 30,
      dueAt: Date.UTC(2026, 11, 5, 22, 59, 59, 999),
      allowAfterDue: true,
    };
    const list = { ...rules, forEveryone: false, people: [{ personId: PERSON }] } as unknown as ListRow;
    const values = toSelectionValues(list, 1500, ZONE);
    expect(values.due).toBe('2026-12-05');
    expect(form.parse(values)).toEqual({ ...rules, extraPrice: 1500, personIds: [PERSON] });
  });

  it('has neither limits nor price where nothing is typed', () => {
    expect(read({ max: ' ', price: 900 }).data).toMatchObject({ maxCount: null, extraPrice: null, personIds: null });
  });

  it.each<[Partial<SelectionValues>, object]>([
    [{ name: ' ' }, { name: 'name' }],
    [{ max: '0' }, { max: 'count' }],
    [{ max: '1.5' }, { max: 'count' }],
    [{ max: 'many', min: '3' }, { max: 'count' }],
    [{ min: '31' }, { min: 'aboveMax' }],
    [{ included: '31' }, { included: 'aboveMax' }],
    [{ included: '5', price: 'a lot' }, { price: 'price' }],
    [{ included: '5', price: 0 }, { price: 'price' }],
    [{ everyone: false }, { personIds: 'people' }],
    [{ everyone: false, personIds: Array.from({ length: 21 }, () => PERSON) }, { personIds: 'people' }],
  ])('names the wrong fields of %j', (values, wrong) => {
    const issues = read(values).error?.issues ?? [];
    expect(Object.fromEntries(issues.map(({ path, message }) => [path[0], message]))).toEqual(wrong);
  });
});
