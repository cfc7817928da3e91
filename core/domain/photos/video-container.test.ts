import { describe, expect, it } from 'vitest';
import * as videos from '../../../tests/support/videos.ts';
import { AppError } from '../values/errors.ts';
import { MAX_INDEX_BYTES, readVideoContainer } from './video-container.ts';

/** Reads a container as the callers do, and counts the bytes that it asks for. */
async function readAll(file: Buffer, size = file.length) {
  let bytes = 0;
  const video = await readVideoContainer(size, async (from, to) => {
    bytes += to - from;
    return file.subarray(from, to);
  });
  return { ...video, bytes };
}

const codeOf = (file: Buffer, size?: number) =>
  readAll(file, size).then(
    () => 'accepted',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

const box = (type: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};
const TYPE = box('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1'));

describe('readVideoContainer', () => {
  it('reads length, size, codec and capture time of an MP4', async () => {
    expect(await readAll(await videos.h264())).toMatchObject({
      mimeType: 'video/mp4',
      durationMs: 2024,
      width: 128,
      height: 72,
      codec: 'h264',
      capturedAt: videos.CAPTURED_AT,
    });
  });

  it('swaps the sides of a video that is rotated by a quarter', async () => {
    const facts = { mimeType: 'video/quicktime', durationMs: 2000, width: 72, height: 128, codec: 'hevc' };
    expect(await readAll(await videos.hevc())).toMatchObject({ ...facts, capturedAt: null });
  });

  it('reads a WebM, without its pictures', async () => {
    const file = await videos.vp8();
    const read = await readAll(file);
    expect(read).toMatchObject({ mimeType: 'video/webm', width: 128, height: 72, codec: 'other', capturedAt: null });
    expect(read.durationMs).toBe(12_000);
    expect(read.bytes).toBeLessThan(file.length / 4);
  });

  it('reads no pictures of an MP4', async () => {
    const file = await videos.h264();
    const pictures = box('mdat', Buffer.alloc(1_000_000));
    expect((await readAll(Buffer.concat([file.subarray(0, 32), pictures, file.subarray(32)]))).bytes).toBeLessThan(
      20_000,
    );
  });

  it('leaves the length open if the container states none', async () => {
    expect((await readAll(videos.withDuration(await videos.h264(), 0))).durationMs).toBeNull();
  });

  it('refuses every file that is no video', async () => {
    expect(await codeOf(await videos.soundAlone())).toBe('not_an_image');
    expect(await codeOf(Buffer.from('PK\x03\x04 a zip named .mp4'))).toBe('not_an_image');
    const matroska = Buffer.from((await videos.vp8()).toString('latin1').replace('webm', 'mkv\0'), 'latin1');
    expect(await codeOf(matroska)).toBe('not_an_image');
  });

  it('says that a file is incomplete wherever it is cut', async () => {
    for (const file of [await videos.h264(), await videos.hevc()]) {
      const codes = await Promise.all([0.1, 0.5, 0.9].map((share) => codeOf(file.subarray(0, file.length * share))));
      expect(new Set(codes)).toEqual(new Set(['truncated']));
    }
    expect(await codeOf((await videos.vp8()).subarray(0, 60))).toBe('truncated');
  });

  it('refuses sizes that lie, and huge ones, without reading them', async () => {
    const header = Buffer.alloc(8);
    header.write('moov', 4, 'latin1');
    header.writeUInt32BE(MAX_INDEX_BYTES + 1, 0);
    expect(await codeOf(Buffer.concat([TYPE, header]), 2 * MAX_INDEX_BYTES)).toBe('corrupt');
    header.writeUInt32BE(4, 0);
    expect(await codeOf(Buffer.concat([TYPE, header]))).toBe('corrupt');
    const lying = await videos.h264();
    lying.writeUInt32BE(0x7fffffff, lying.indexOf('mvhd') - 4);
    expect(await codeOf(lying)).toBe('corrupt');
  });

  it('refuses more boxes than any camera writes', async () => {
    const empty = box('free');
    expect(await codeOf(Buffer.concat([TYPE, ...Array.from({ length: 5000 }, () => empty)]))).toBe('corrupt');
    const index = box('moov', ...Array.from({ length: 5000 }, () => empty));
    expect(await codeOf(Buffer.concat([TYPE, index]))).toBe('corrupt');
  });

  it('ends with a code for any damage', async () => {
    const known = ['accepted', 'not_an_image', 'truncated', 'corrupt'];
    for (const file of [await videos.h264(), await videos.hevc(), await videos.vp8()]) {
      for (let at = 0; at < file.length; at += 7) {
        const damaged = Buffer.from(file);
        damaged[at] = damaged[at]! ^ 0xff;
        expect(known).toContain(await codeOf(damaged));
      }
    }
  });
});
