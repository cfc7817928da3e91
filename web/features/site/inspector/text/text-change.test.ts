import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { applyPageOps, type Json } from '#core/domain/site/page-operations.ts';
import type { SiteText } from '#core/domain/site/page-blocks.ts';
import type { Row } from '#core/domain/site/page-rows.ts';
import type { SetField } from '../set-field.ts';
import { setText, textChange, textIn, withTextChange } from './text-change.ts';

const ROW = '0'.repeat(20);
const CELL = '1'.repeat(20);
const BLOCK = '2'.repeat(20);
const es = (language: 'en' | 'es' | 'ca') => ({ language, studioLanguage: 'es' as const });

/** The stored text of a heading after changes, each through the page's operations. */
function heading(stored: SiteText, ...changes: ['en' | 'es' | 'ca', string][]): Json {
  const block = { id: BLOCK, kind: 'heading', text: stored };
  let rows: Row[] = [{ id: ROW, v: 1, look: {}, cells: [{ id: CELL, span: 12, blocks: [block] }] }];
  const read = () => rows[0]!.cells[0]!.blocks[0]!['text'] as SiteText;
  const apply: SetField = (path, value) => {
    rows = applyPageOps(rows, [{ op: 'set', id: BLOCK, path, value }]).rows;
  };
  for (const [language, text] of changes) {
    const change = textChange<string>(read(), text === '' ? null : text, es(language));
    if (change) setText(apply, 'text', '')(change);
  }
  return read() as Json;
}

describe('a text per language', () => {
  it('stays plain while only the studio’s language has a text', () => {
    expect(heading('Hola', ['es', 'Buenas'])).toBe('Buenas');
    expect(heading('Hola', ['es', ''])).toBe('');
    expect(heading('Hola', ['ca', ''])).toBe('Hola');
  });

  it('gets an entry of each language with the first translation', () => {
    expect(heading('Hola', ['ca', 'Hola, bones'])).toEqual({ es: 'Hola', ca: 'Hola, bones' });
    expect(heading('', ['ca', 'Bones'])).toEqual({ ca: 'Bones' });
  });

  it('changes one entry and leaves the others', () => {
    expect(heading({ es: 'Hola', ca: 'Bones' }, ['ca', 'Ei'])).toEqual({ es: 'Hola', ca: 'Ei' });
    expect(heading({ es: 'Hola', ca: 'Bones' }, ['es', ''])).toEqual({ ca: 'Bones' });
    expect(heading({ ca: 'Bones' }, ['ca', ''])).toBe('');
  });

  it('has what was written last in each language', () => {
    const language = fc.constantFrom(...LANGUAGES);
    const writes = fc.array(fc.tuple(language, fc.constantFrom('', 'a', 'b', 'c')), { maxLength: 8 });
    fc.assert(
      fc.property(fc.constantFrom('', 'x'), writes, (first, changes) => {
        const stored = heading(first, ...changes) as SiteText;
        const wanted = { es: first, ...Object.fromEntries(changes) } as Record<string, string>;
        for (const one of LANGUAGES) expect(textIn<string>(stored, one, 'es') ?? '').toBe(wanted[one] ?? '');
      }),
    );
  });

  it('changes within an item as it does in a block', () => {
    const alt = withTextChange<string>('Novios', textChange<string>('Novios', 'Nuvis', es('ca'))!);
    expect(alt).toEqual({ es: 'Novios', ca: 'Nuvis' });
    expect(withTextChange(alt, textChange<string>(alt, null, es('ca'))!)).toEqual({ es: 'Novios' });
    expect(withTextChange<string>('Novios', textChange<string>('Novios', null, es('es'))!)).toBeUndefined();
  });
});
