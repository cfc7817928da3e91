import { expect, it, vi } from 'vitest';
import { imageSrc } from './image-src.ts';

it('returns the picture’s URL', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  expect(imageSrc('g', 'f', { width: 800 })).toBe('/api/images/g/f.jpg?width=800');
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});

it.each([
  ['', 'f'],
  ['g', ''],
  [null, 'f'],
  ['g', undefined],
])('returns an empty string and warns without an id: %s, %s', (galleryId, fileId) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  expect(imageSrc(galleryId, fileId)).toBe('');
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});
