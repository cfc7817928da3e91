import { expect, it } from 'vitest';
import { MAX_LIVE_MESSAGE } from '#core/domain/galleries/live.ts';
import type { RaisedPhoto } from './photos.ts';
import { photoMessages } from './send.ts';

const ROOM = 'g:00000000000000000000000000';
const photo = (rev: number, letters: number): RaisedPhoto => ({
  rev,
  photo: {
    id: String(rev).padStart(20, '0'),
    fileId: '',
    filename: 'a'.repeat(letters),
    width: 1,
    height: 1,
    thumbhash: '',
    sectionId: null,
  },
});
const photosOf = (count: number, letters: number) =>
  Array.from({ length: count }, (_, index) => photo(index + 11, letters));

it('photos of long names fit in more messages, which follow one another without a gap', () => {
  const messages = photoMessages(ROOM, 10, 130, photosOf(120, 1500))!;
  let since = 10;
  const told: string[] = [];
  for (const message of messages) {
    if (message.type !== 'photos') throw new Error(message.type);
    expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThanOrEqual(MAX_LIVE_MESSAGE);
    expect(message.since).toBe(since);
    since = message.rev;
    told.push(...(message.photos as { id: string }[]).map(({ id }) => id));
  }
  expect(since).toBe(130);
  expect(told).toEqual(photosOf(120, 1500).map((one) => one.photo.id));
});

it('a change without a visible photo is told by an empty message', () => {
  expect(photoMessages(ROOM, 4, 6, [])).toEqual([{ type: 'photos', room: ROOM, since: 4, rev: 6, photos: [] }]);
});

it('a photo that fits in no message makes pages ask', () => {
  expect(photoMessages(ROOM, 10, 11, photosOf(1, MAX_LIVE_MESSAGE))).toBeNull();
});
