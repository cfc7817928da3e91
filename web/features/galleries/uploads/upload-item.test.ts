import { expect, test } from 'vitest';
import { byUrgency, summarise, type UploadItem, type UploadState } from './upload-item.ts';

const item = (photoId: string, state: UploadState, sent = 0): UploadItem => ({
  photoId,
  galleryId: 'g',
  filename: `${photoId}.jpg`,
  size: 100,
  sent,
  state,
  code: null,
});

test('the sum counts bytes that arrived, and leaves out what was never sent', () => {
  const items = [item('a', 'done'), item('b', 'uploading', 40), item('c', 'refused'), item('d', 'failed', 10)];
  expect(summarise(items)).toEqual({ total: 4, done: 1, failed: 2, pending: 1, sentBytes: 150, totalBytes: 300 });
});

test('trouble comes first, the finished last', () => {
  const items = [item('a', 'done'), item('b', 'waiting'), item('c', 'uploading'), item('d', 'refused')];
  expect(byUrgency(items).map(({ photoId }) => photoId)).toEqual(['d', 'c', 'b', 'a']);
});
