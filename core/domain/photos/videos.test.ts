import { expect, it } from 'vitest';
import { clockTime, playbackOf } from './videos.ts';

it.each([
  [400, '0:00'],
  [42_400, '0:42'],
  [59_600, '1:00'],
  [600_000, '10:00'],
  [3_723_000, '1:02:03'],
])('writes %d milliseconds as %s', (ms, shown) => {
  expect(clockTime(ms)).toBe(shown);
});

it.each([
  ['video/mp4', 'h264', 'everywhere'],
  ['video/quicktime', 'h264', 'everywhere'],
  ['video/quicktime', 'hevc', 'hevc'],
  ['video/mp4', 'other', 'other'],
  ['video/webm', 'other', 'webm'],
] as const)('says where %s with %s plays', (mimeType, codec, playback) => {
  expect(playbackOf({ mimeType, codec })).toBe(playback);
});
