import { expect, test } from 'vitest';
import { ApiError } from '#web/lib/api/api-client.ts';
import { failureCode, newUpload } from './upload-state.ts';

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

test('a limit of the plan is named, and another code is as it is', () => {
  const failed = (params: object) => failureCode(new ApiError('limit_reached', 409, { params: { ...params } }));
  expect([failed({ limit: 'files' }), failed({ limit: 'stored' }), failed({ limit: 20 }), failed({})]).toEqual([
    'limit_files',
    'limit_stored',
    'limit_reached',
    'limit_reached',
  ]);
});
