import { expect, it } from 'vitest';
import { sectionsOfPaths } from './use-folder-upload.ts';

it('returns the subfolders of a folder, without its own files', () => {
  const paths = ['Clara/cover.jpg', 'Clara/Church/1.jpg', 'Clara/Church/raw/2.jpg', 'Clara/Party/3.jpg'];
  expect(sectionsOfPaths(paths)).toEqual([null, 'Church', 'Church', 'Party']);
});

it('returns folders that were dropped side by side', () => {
  expect(sectionsOfPaths(['1.jpg', 'Church/2.jpg', 'Party/3.jpg'])).toEqual([null, 'Church', 'Party']);
});

it.each([[['Clara/1.jpg', 'Clara/2.jpg']], [['1.jpg']], [[`Clara/${'x'.repeat(121)}/1.jpg`]], [[]]])(
  'returns none for %j',
  (paths) => expect(sectionsOfPaths(paths)).toEqual(paths.map(() => null)),
);
