import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { unclearWords } from '../support/plain-words.ts';
import { readWritten } from '../support/written-references.ts';

test('comments, test names, documents and identifiers have one meaning a word', () => {
  expect(unclearWords(readWritten(resolve(import.meta.dirname, '../..')))).toEqual([]);
});

test.each([
  ['a.ts', '// Sends it at once.', ['a.ts:1: at once, use immediately, at the same time, in one request']],
  ['a.ts', 'const firstPlace = 1;', ['a.ts:1: firstPlace']],
  ['a.md', 'The place of a photo', ['a.md:1: place, use location, position, or the exact noun']],
  ['a.ts', "it('retries by itself', async () => {", ['a.ts:1: by itself, use automatically, alone']],
  ['a.ts', '// Overwrites the data in place, see `place`.', []],
  ['a.ts', "t('plan.noPlace')", []],
])('finds in %s the words of %s', (path, text, found) => {
  expect(unclearWords([{ path, text }])).toEqual(found);
});
