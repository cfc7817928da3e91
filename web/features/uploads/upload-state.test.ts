import { expect, test } from 'vitest';
import { newUpload } from './upload-state.ts';

const upload = (name: string, identity = {}) => {
  const { state, code } = newUpload('g', new File(['x'], name), { photoId: 'p', ...identity });
  return { state, code };
};

test.each(['IMG_1.xmp', 'notes.md', 'IMG_1.THM', 'IMG_1.jpg.dop'])('leaves %s of a folder out', (name) => {
  expect(upload(name)).toEqual({ state: 'left_out', code: null });
});

test('takes HEIC, and refuses a file that is no photo as a new original', () => {
  expect(upload('IMG_1.heic')).toEqual({ state: 'waiting', code: null });
  expect(upload('notes.md', { replaces: true })).toEqual({ state: 'refused', code: 'not_an_image' });
});
