import { describe, expect, it } from 'vitest';
import { Refused } from './noun-name.ts';
import { register } from './registrations.ts';

const list = { file: 'a.ts', among: /^ {2}(\w+),$/, line: '  suppliers,' };

describe('register', () => {
  it.each([
    ['between its neighbours', ['  leads,', '  watermarks,'], 1],
    ['behind the last one', ['  leads,', '  pages,'], 2],
    ['before the first one', ['  watermarks,'], 0],
    ['behind the last smaller one of a list without order', ['  watermarks,', '  leads,', '  zones,'], 2],
  ])('adds a line %s', (_where, lines, at) => {
    const text = ['const LIST = [', ...lines, '];', ''].join('\n');
    const expected = ['const LIST = [', ...lines.toSpliced(at, 0, list.line), '];', ''].join('\n');
    expect(register(text, list)).toBe(expected);
  });

  it('refuses a line that is there', () => {
    expect(() => register('  suppliers,\n', list)).toThrow(Refused);
  });

  it('refuses an import whose name the file has', () => {
    const line = "import { studioQueries } from './queries/studios.ts';";
    const queries = {
      file: 'a.ts',
      among: /^import .* from '\.\/queries\/(.+)\.ts';$/,
      line,
      imports: 'studioQueries',
    };
    const text = "import { leadQueries } from './queries/leads.ts';\nexport const studioQueries = {};\n";
    expect(() => register(text, queries)).toThrow('something else that is called studioQueries');
  });

  it('fails in a file without the list', () => {
    expect(() => register('no list\n', list)).toThrow('a.ts has no list');
  });
});
