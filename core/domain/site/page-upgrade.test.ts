import { describe, expect, it } from 'vitest';
import { makeId } from '../values/ids.ts';
import { pageRows } from './page-rows.ts';
import { upgradeRows } from './page-upgrade.ts';

const newId = () => makeId((bytes) => crypto.getRandomValues(bytes));

describe('older pages', () => {
  it('become rows: main texts are kept, and so is what is unknown', () => {
    const id = newId();
    const rows = upgradeRows(
      [
        { id, type: 'heading', content: 'About  me' },
        { type: 'paragraph', content: 'One\n\nTwo' },
        { type: 'carousel', items: [1, 2] },
        { type: '<script>' },
        null,
        'text',
      ],
      newId,
    );
    expect(rows.map(({ cells }) => cells[0]!.blocks[0])).toEqual([
      { id, kind: 'heading', text: 'About me' },
      {
        id: expect.any(String),
        kind: 'text',
        body: [
          { type: 'p', children: [{ text: 'One' }] },
          { type: 'p', children: [{ text: 'Two' }] },
        ],
      },
      { id: expect.any(String), kind: 'carousel', items: [1, 2] },
    ]);
    expect(pageRows.safeParse(rows).success).toBe(true);
    expect(upgradeRows(rows, newId)).toEqual(rows);
  });
});
