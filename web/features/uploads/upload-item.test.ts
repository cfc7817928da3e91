import { expect, test } from 'vitest';
import type { Playback } from '#core/domain/photos/videos.ts';
import {
  isAllDone,
  sortByUrgency,
  summarise,
  type UploadItem,
  type UploadState,
  withUnreadable,
} from './upload-item.ts';

const item = (photoId: string, state: UploadState, sent = 0): UploadItem => ({
  photoId,
  galleryId: 'g',
  filename: `${photoId}.jpg`,
  size: 100,
  sent,
  state,
  code: null,
});

test('sums the sent bytes and omits files that were never sent', () => {
  const items = [item('a', 'done'), item('b', 'uploading', 40), item('c', 'refused'), item('d', 'failed', 10)];
  const counts = { total: 3, done: 1, failed: 2, pending: 1, paused: 0, duplicates: 0, unfinished: 2 };
  const left = { skipped: 0, leftOut: 0, hinted: 0 };
  expect(summarise(items)).toEqual({ ...counts, ...left, sentBytes: 150, totalBytes: 300, pendingBytes: 60 });
});

test('refuses a file that arrived and is no photo, except as a new original', () => {
  const replacing = { ...item('c', 'done'), replaces: true as const };
  const items = [item('a', 'done'), item('b', 'done'), replacing, item('d', 'uploading')];
  const photos = ['a', 'c', 'd'].map((id) => ({ id, status: 'failed' as const, failureReason: 'truncated' as const }));
  const known = withUnreadable(items, [...photos, { id: 'b', status: 'ready' }]);
  expect(known).toEqual([{ ...item('a', 'refused'), code: 'truncated' }, ...items.slice(1)]);
  expect(isAllDone(summarise(known.slice(0, 3)))).toBe(false);
});

test('counts paused files as unfinished but not as pending bytes', () => {
  const { pending, paused, unfinished, totalBytes, pendingBytes } = summarise([
    item('a', 'paused'),
    item('b', 'uploading', 30),
    item('c', 'completing', 30),
  ]);
  expect({ pending, paused, unfinished }).toEqual({ pending: 2, paused: 1, unfinished: 3 });
  expect({ totalBytes, pendingBytes }).toEqual({ totalBytes: 300, pendingBytes: 70 });
});

test('omits bytes of files that the gallery has already', () => {
  const items = [item('a', 'done'), item('b', 'duplicate'), item('c', 'skipped')];
  expect(summarise(items)).toMatchObject({
    total: 2,
    done: 1,
    duplicates: 1,
    skipped: 1,
    unfinished: 1,
    totalBytes: 100,
  });
});

test('counts files that are no photos neither as failed nor as files to upload', () => {
  const items = [item('a', 'done'), item('b', 'left_out'), item('c', 'left_out')];
  expect(summarise(items)).toMatchObject({ total: 1, done: 1, failed: 0, leftOut: 2, unfinished: 0, totalBytes: 100 });
});

test('sorts failures first and finished files last', () => {
  const items = [item('a', 'done'), item('b', 'waiting'), item('c', 'uploading'), item('d', 'refused')];
  expect(sortByUrgency(items).map(({ photoId }) => photoId)).toEqual(['d', 'c', 'b', 'a']);
});

test.each<[UploadState, boolean]>([
  ['done', true],
  ['completing', false],
  ['paused', false],
  ['duplicate', false],
  ['skipped', false],
  ['left_out', false],
  ['failed', false],
  ['refused', false],
])('counts a done and a %s file as all done: %s', (state, expected) => {
  expect(isAllDone(summarise([item('a', 'done'), item('b', state)]))).toBe(expected);
});

test('keeps the list of files for a hint to be read', () => {
  const isKept = (playback: Playback) => !isAllDone(summarise([{ ...item('a', 'done'), playback }]));
  expect([isKept('hevc'), isKept('everywhere')]).toEqual([true, false]);
});
