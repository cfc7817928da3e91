import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { presetParams } from '#core/domain/photos/image-params.ts';
import { heic } from '../../../tests/support/heic.ts';
import * as pictures from '../../../tests/support/pictures.ts';
import type { ImageType } from '../../platform/storage/file-type.ts';
import type { Original } from './protocol.ts';
import { createDecoder, type Decoder, type DecoderOptions } from './decoder.ts';
import { SCRATCH } from './scratch-file.ts';

let decoder: Decoder;
let started: ChildProcess[] = [];
let isDefault = false;

// Starting a process takes longer than most tests: the next one gets it unless a test has ended it or has had options.
beforeEach(() => {
  if (!isDefault || started.length > 1 || started.some(({ killed }) => killed)) use({});
});
afterAll(() => decoder.close());

function use(options: Partial<DecoderOptions>) {
  decoder?.close();
  started = [];
  isDefault = Object.keys(options).length === 0;
  decoder = createDecoder({ size: 1, onStart: (worker) => void started.push(worker), ...options });
}

const opened = (bytes: Buffer): Original => ({ size: bytes.length, body: Readable.from([bytes]) });

function job(bytes: Buffer, type: ImageType = 'jpeg') {
  const open = async () => opened(bytes);
  return { kind: 'rendition' as const, open, type, params: presetParams('thumbnail'), focal: null };
}

function setJob(bytes: Buffer, declared = '') {
  return {
    kind: 'set' as const,
    open: async () => opened(bytes),
    declared,
    focal: null,
    timeZone: 'UTC',
  };
}

const good = await pictures.scene(640, 480).jpeg().toBuffer();

/** Returns a job that never ends: its process is stopped before it gets the image. */
function endlessJob() {
  const open = async () => {
    started.at(-1)!.kill('SIGSTOP');
    return opened(good);
  };
  return { ...job(good), open };
}

test('one warm process runs several jobs in turn', async () => {
  const { bytes } = await decoder.run<'rendition'>(job(good));
  await decoder.run<'rendition'>(job(good));
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 200, height: 200 });
  expect(started).toHaveLength(1);
});

test('a truncated photo after a larger one is not completed with bytes of that', async () => {
  const larger = await pictures.scene(1280, 960).jpeg().toBuffer();
  await decoder.run<'set'>(setJob(larger));
  const cut = good.subarray(0, good.length / 2);
  await expect(decoder.run<'set'>(setJob(cut))).rejects.toMatchObject({ code: 'truncated' });
  expect(started).toHaveLength(1);
});

test('the process has an empty environment', async () => {
  await decoder.run<'rendition'>(job(good));
  const environment = await readFile(`/proc/${started[0]!.pid}/environ`, 'latin1');
  expect(environment.split('\0').map((entry) => entry.split('=')[0])).not.toContain('PATH');
});

test('a process that cannot be signalled does not end this one', async () => {
  use({ onStart: (worker) => void worker.emit('error', new Error('kill EPERM')) });
  const { bytes } = await decoder.run<'rendition'>(job(good));
  expect(bytes.length).toBeGreaterThan(0);
});

describe('the scratch file', () => {
  /** Descriptors of this process's scratch files. */
  const descriptors = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).includes('albumen-decoder-');
      } catch {
        return false;
      }
    });

  test('has no name and no bytes of an earlier image, and is the only file that the process was given', async () => {
    await decoder.run<'rendition'>(job(good));
    const opened = `/proc/${started[0]!.pid}/fd/${SCRATCH}`;
    expect(readlinkSync(opened)).toMatch(/albumen-decoder-.* \(deleted\)$/);
    expect(statSync(opened)).toMatchObject({ size: 0, nlink: 0 });
  });

  test('ends with its process, however that ends', async () => {
    await decoder.run<'rendition'>(job(good));
    expect(descriptors()).toHaveLength(1);
    const exited = once(started[0]!, 'exit');
    started[0]!.kill('SIGKILL');
    await exited;
    expect(descriptors()).toEqual([]);
    await decoder.run<'rendition'>(job(good));
    decoder.close();
    expect(descriptors()).toEqual([]);
  });
});

describe('a process that dies', () => {
  test('is replaced during a job, and the job succeeds', async () => {
    const firstStart = Promise.withResolvers<ChildProcess>();
    use({
      onStart(worker) {
        started.push(worker);
        firstStart.resolve(worker);
      },
    });
    const running = decoder.run<'rendition'>(job(good));
    (await firstStart.promise).kill('SIGKILL');
    await running;
    await decoder.run<'rendition'>(job(good));
    expect(started).toHaveLength(2);
  });

  test('twice on the same image fails the image', async () => {
    use({
      onStart: (worker) => (started.push(worker), started.length < 3 && worker.kill('SIGKILL')),
    });
    await expect(decoder.run<'rendition'>(job(good))).rejects.toMatchObject({
      code: 'image_too_complex',
    });
    await decoder.run<'rendition'>(job(good));
    expect(started).toHaveLength(3);
  });

  test('is replaced while idle', async () => {
    await decoder.run<'rendition'>(job(good));
    const exited = once(started[0]!, 'exit');
    started[0]!.kill('SIGKILL');
    await exited;
    await decoder.run<'rendition'>(job(good));
    expect(started).toHaveLength(2);
  });
});

describe('an overrun', () => {
  const deadlineMs = 50;
  beforeEach(() => {
    // Fake timers control the deadline, so that a slow machine does not fail good images.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    use({ deadlineMs });
  });
  afterEach(() => vi.useRealTimers());

  /** Advances fake time by one millisecond per event-loop turn until the decoder rejects the job. */
  async function overrun(running: Promise<unknown>): Promise<unknown> {
    let refusal: unknown;
    const settled = running.catch((error: unknown) => (refusal = error));
    while (!refusal) {
      await new Promise(setImmediate);
      vi.advanceTimersByTime(1);
    }
    return settled;
  }

  test('kills its process and starts a new one before the job is rejected', async () => {
    await decoder.run<'rendition'>(job(good));
    const ended = once(started[0]!, 'exit');
    expect(await overrun(decoder.run<'rendition'>(endlessJob()))).toMatchObject({ code: 'image_too_complex' });
    expect(started).toHaveLength(2);
    expect(await ended).toEqual([null, 'SIGKILL']);
    await decoder.run<'rendition'>(job(good));
    expect(started).toHaveLength(2);
  });

  test('does not fail the jobs behind it', async () => {
    await decoder.run<'rendition'>(job(good));
    const endless = overrun(decoder.run<'rendition'>(endlessJob()));
    const behind = Array.from({ length: 3 }, () => decoder.run<'rendition'>(job(good)));
    expect(await endless).toMatchObject({ code: 'image_too_complex' });
    for (const { bytes } of await Promise.all(behind)) expect(bytes.length).toBeGreaterThan(0);
    expect(started).toHaveLength(2);
  });

  test('rejects and dequeues a job that cannot start in time', async () => {
    use({ queueMs: 1, deadlineMs });
    const endless = overrun(decoder.run<'rendition'>(endlessJob()));
    const short = job(good);
    await expect(decoder.run<'rendition'>(short)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await endless).toMatchObject({ code: 'image_too_complex' });
    await decoder.run<'rendition'>(short);
  });
});

test('a closed decoder starts no new process', async () => {
  const running = decoder.run<'rendition'>({
    ...job(good),
    open: async () => {
      decoder.close();
      return opened(good);
    },
  });
  await expect(running).rejects.toThrow();
  expect(started).toHaveLength(1);
});

describe('a bad upload fails with its reason', () => {
  const noise = pictures.noisePicture(800, 600);
  test.each([
    ['truncated', 'jpeg', async () => pictures.truncated(await noise.clone().jpeg().toBuffer())],
    ['truncated', 'jpeg', async () => pictures.truncated(await noise.clone().jpeg({ progressive: true }).toBuffer())],
    ['truncated', 'jpeg', async () => (await noise.clone().jpeg().toBuffer()).subarray(0, 40)],
    ['truncated', 'png', async () => pictures.truncated(await noise.clone().png().toBuffer())],
    ['truncated', 'webp', async () => pictures.truncated(await noise.clone().webp().toBuffer())],
    ['corrupt', 'jpeg', async () => pictures.corrupted(await noise.clone().jpeg().toBuffer())],
    ['corrupt', 'png', async () => pictures.corrupted(await noise.clone().png().toBuffer())],
    [
      'corrupt',
      'jpeg',
      async () => Buffer.concat([Buffer.from([255, 216, 255]), Buffer.alloc(500), Buffer.from([255, 217])]),
    ],
    ['too_many_pixels', 'avif', () => pictures.claimingAvif(7000, 7000)],
    ['too_many_pixels', 'png', () => pictures.claimingPng(8000, 8000, true)],
    ['too_many_pixels', 'png', () => pictures.claimingPng(60_000, 60_000, false)],
  ] as const)('%s: %s', async (code, _type, make) => {
    const failed = decoder.run<'set'>(setJob(await make()));
    await expect(failed).rejects.toMatchObject({ code });
    await decoder.run<'rendition'>(job(good));
    expect(started).toHaveLength(1);
  });

  test('rejects truncated TIFF and AVIF', async () => {
    for (const type of ['tiff', 'avif'] as const) {
      const bytes = pictures.truncated(await noise.clone().toFormat(type, { effort: 0 }).toBuffer());
      const failed = decoder.run<'set'>(setJob(bytes));
      await expect(failed).rejects.toMatchObject({
        code: expect.stringMatching(/truncated|corrupt/),
      });
    }
  });

  test('rejects a truncated HEIC and one that is only a header', async () => {
    const whole = heic({ columns: 4, rows: 4, colour: () => [90, 120, 140] });
    for (const bytes of [whole.subarray(0, whole.length / 2), pictures.heicHeader()]) {
      const failed = decoder.run<'set'>(setJob(bytes));
      await expect(failed).rejects.toMatchObject({ code: expect.stringMatching(/truncated|corrupt/) });
    }
    const read = await decoder.run<'set'>(setJob(whole, 'image/heif'));
    expect(read).toMatchObject({ type: 'heic', mimeType: 'image/heic', width: 128, height: 128, orientation: 1 });
    expect(started).toHaveLength(1);
  });

  test('accepts a video behind the image', async () => {
    const read = await decoder.run<'set'>(setJob(pictures.motionPhoto(good)));
    expect(read).toMatchObject({ width: 640, height: 480, orientation: 1 });
  });

  test('has no loader for other formats', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>\xff\xd9', 'latin1');
    await expect(decoder.run<'rendition'>(job(svg))).rejects.toMatchObject({ code: 'corrupt' });
  });
});

describe('an unreadable original', () => {
  test('rejects with its own error, and the process survives', async () => {
    const lost = { ...job(good), open: () => Promise.reject(new Error('storage')) };
    await expect(decoder.run<'rendition'>(lost)).rejects.toThrow('storage');
    await decoder.run<'rendition'>(job(good));
    expect(started).toHaveLength(1);
  });

  test.each([
    ['ends early', good.subarray(0, 1000)],
    ['goes on', Buffer.concat([good, good])],
  ])('that %s is a machine error, not an image error', async (_, sent) => {
    const open = async () => ({ ...opened(sent), size: good.length });
    const error = await decoder.run<'rendition'>({ ...job(good), open }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toHaveProperty('code');
    await decoder.run<'rendition'>(job(good));
    expect(started).toHaveLength(2);
  });
});

test('transfers images of several megabytes in both directions', async () => {
  const noise = await pictures.noisePicture(1400, 1400).png({ compressionLevel: 0 }).toBuffer();
  const whole = { ...presetParams('fullscreen'), width: 1400, format: 'png' as const };
  const { bytes } = await decoder.run<'rendition'>({ ...job(noise, 'png'), params: whole });
  expect(Math.min(noise.length, bytes.length)).toBeGreaterThan(5_000_000);
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 1400, height: 1400 });
});
