import { execFileSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { presetParams } from '#core/domain/image-params.ts';
import * as pictures from '../../tests/support/pictures.ts';
import type { ImageType } from '#functions/lib/content-type.ts';
import { createDecoder } from './decoder.ts';
import type { Decoder, DecoderOptions } from './decoder.ts';

let folder: string;
let decoder: Decoder;
let started: ChildProcess[];
let count = 0;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decoder-test-'));
  use({});
});
afterEach(async () => {
  decoder.close();
  await rm(folder, { recursive: true });
});

function use(options: Partial<DecoderOptions>) {
  decoder?.close();
  started = [];
  decoder = createDecoder({ size: 1, onStart: (worker) => void started.push(worker), ...options });
}

async function job(bytes: Buffer, type: ImageType = 'jpeg') {
  const input = join(folder, `${count++}`);
  await writeFile(input, bytes);
  const params = presetParams('thumbnail');
  return { kind: 'rendition' as const, input, type, output: `${input}.out`, params, focal: null };
}

async function setJob(bytes: Buffer, type: ImageType) {
  const { input } = await job(bytes, type);
  const outputs = { fullscreen: `${input}.f`, preview: `${input}.p`, thumbnail: `${input}.t` };
  return { kind: 'set' as const, input, type, outputs, focal: null, timeZone: 'UTC' };
}

const good = await pictures.scene(640, 480).jpeg().toBuffer();
/** A pipe that nobody writes to: opening it never ends. */
async function endlessJob() {
  const endless = await job(good);
  await rm(endless.input);
  execFileSync('mkfifo', [endless.input]);
  return endless;
}

test('one warm process serves one job after another', async () => {
  const first = await job(good);
  await decoder.run<'rendition'>(first);
  await decoder.run<'rendition'>(await job(good));
  expect(await sharp(await readFile(first.output)).metadata()).toMatchObject({ width: 200, height: 200 });
  expect(started).toHaveLength(1);
});

test('warmed ahead, the process is there for the job', async () => {
  decoder.warm();
  decoder.warm();
  await decoder.run<'rendition'>(await job(good));
  expect(started).toHaveLength(1);
});

test('the process has no environment to steal', async () => {
  await decoder.run<'rendition'>(await job(good));
  const environment = await readFile(`/proc/${started[0]!.pid}/environ`, 'latin1');
  expect(environment.split('\0').map((entry) => entry.split('=')[0])).not.toContain('PATH');
});

describe('a process that dies', () => {
  test('in the middle of a job is replaced, and the job is done', async () => {
    const begun = Promise.withResolvers<ChildProcess>();
    use({
      onStart(worker) {
        started.push(worker);
        begun.resolve(worker);
      },
    });
    const running = decoder.run<'rendition'>(await job(good));
    (await begun.promise).kill('SIGKILL');
    await running;
    await decoder.run<'rendition'>(await job(good));
    expect(started).toHaveLength(2);
  });

  test('twice over the same picture condemns the picture', async () => {
    use({ onStart: (worker) => (started.push(worker), started.length < 3 && worker.kill('SIGKILL')) });
    await expect(decoder.run<'rendition'>(await job(good))).rejects.toMatchObject({ code: 'image_too_complex' });
    await decoder.run<'rendition'>(await job(good));
    expect(started).toHaveLength(3);
  });

  test('while idle is replaced', async () => {
    await decoder.run<'rendition'>(await job(good));
    const gone = once(started[0]!, 'exit');
    started[0]!.kill('SIGKILL');
    await gone;
    await decoder.run<'rendition'>(await job(good));
    expect(started).toHaveLength(2);
  });
});

test('an overrun ends the process, and the next good job is answered within a second', async () => {
  use({ deadlineMs: 2000 });
  await decoder.run<'rendition'>(await job(good));
  const ended = once(started[0]!, 'exit');
  await expect(decoder.run<'rendition'>(await endlessJob())).rejects.toMatchObject({ code: 'image_too_complex' });
  expect(await ended).toEqual([null, 'SIGKILL']);
  const next = await job(good);
  const before = performance.now();
  await decoder.run<'rendition'>(next);
  expect(performance.now() - before).toBeLessThan(1000);
  expect(started).toHaveLength(2);
});

test('what cannot start in time is told so, and leaves the queue', async () => {
  use({ queueMs: 1, deadlineMs: 2000 });
  const [endless, short] = [await endlessJob(), await job(good)];
  const running = decoder.run<'rendition'>(endless).catch((error: unknown) => error);
  await expect(decoder.run<'rendition'>(short)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await running).toMatchObject({ code: 'image_too_complex' });
  await decoder.run<'rendition'>(short);
});

describe('a bad upload is named with its reason', () => {
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
  ] as const)('%s %s', async (code, type, make) => {
    const failed = decoder.run<'set'>(await setJob(await make(), type));
    await expect(failed).rejects.toMatchObject({ code });
    await decoder.run<'rendition'>(await job(good));
    expect(started).toHaveLength(1);
  });

  test('TIFF and AVIF that end early are not taken', async () => {
    for (const type of ['tiff', 'avif'] as const) {
      const bytes = pictures.truncated(await noise.clone().toFormat(type).toBuffer());
      const failed = decoder.run<'set'>(await setJob(bytes, type));
      await expect(failed).rejects.toMatchObject({ code: expect.stringMatching(/truncated|corrupt/) });
    }
  });

  test('a film behind the picture does no harm', async () => {
    const read = await decoder.run<'set'>(await setJob(pictures.motionPhoto(good), 'jpeg'));
    expect(read).toMatchObject({ width: 640, height: 480, orientation: 1 });
  });

  test('other formats have no loader', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>\xff\xd9', 'latin1');
    await expect(decoder.run<'set'>(await setJob(svg, 'jpeg'))).rejects.toMatchObject({ code: 'corrupt' });
  });
});

test('a missing file is the machine’s fault, not the picture’s', async () => {
  const lost = { ...(await job(good)), input: join(folder, 'nowhere') };
  const error = await decoder.run<'rendition'>(lost).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toHaveProperty('code');
});
