/*
 * Bars 1, 3, 5, 6, 8 and 9 of design/quality.md, as ratios of processor time between processes that take turns.
 * Bars 2 (djpeg), 4 and 7 (ipx, Next) need peers that are no dependencies of the house.
 * Run alone: `node tests/bench/images.ts --photos ../shared/photos`.
 */
import { fork, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import sharp from 'sharp';
import { makeId } from '#core/domain/ids.ts';
import { presetParams, renditionKey } from '#core/domain/image-params.ts';
import type { ImageParams, ImagePreset } from '#core/domain/image-params.ts';
import { createDecoder } from '#functions/images/decoder.ts';
import type { Objects, StoredObject } from '#functions/images/objects.ts';
import { openSource } from '#functions/images/source.ts';
import { createTransform } from '#functions/images/transform.ts';
import { bundleModule, writeFiles } from '#ops/bundle/code.ts';
import { startImageStore } from '../support/image-store.ts';
import type { BareJob } from './bare-sharp.ts';
import { describeFigure, quantile } from './figure.ts';
import type { Figure } from './figure.ts';
import { peakMemory, processorTime } from './processor-time.ts';

const PRESETS: ImagePreset[] = ['thumbnail', 'preview', 'fullscreen'];
const SECRET = 'bench';
const gallery = newId(26);

function newId(length: number): string {
  return makeId((bytes) => crypto.getRandomValues(bytes), length);
}

type Contender = { run: () => Promise<unknown>; spent: () => number };

/** Runs a turn: time is counted in ticks of 10 ms, so one run would tell little. */
const RUNS_A_TURN = 5;

/** Processor time of a run of each contender, in milliseconds; they take turns, so that noise meets all alike. */
async function takeTurns(turns: number, contenders: Contender[]): Promise<number[]> {
  const taken = contenders.map((): number[] => []);
  for (const { run } of contenders) await run();
  for (let turn = 0; turn < turns; turn++) {
    for (const [index, { run, spent }] of contenders.entries()) {
      const before = spent();
      for (let count = 0; count < RUNS_A_TURN; count++) await run();
      taken[index]!.push((spent() - before) / RUNS_A_TURN);
    }
  }
  return taken.map((times) => times.sort((a, b) => a - b)[times.length >> 1]!);
}

/** A store that has every pointer, no rendition, and costs nothing. */
const forgetful: Objects = {
  head: async (key) => (key.endsWith('source.json') ? { etag: '', size: 1, contentType: '', ageMs: 0 } : null),
  get: async (key) => (key.endsWith('source.json') ? stored(Buffer.from(pointerJson())) : null),
  put: async () => '"0"',
  remove: async () => {},
};

function inMemory(path: string): Objects {
  const bytes = readFileSync(path);
  return { ...forgetful, get: async () => stored(bytes) };
}

/** The transform handler; its originals are the file at `path` unless others are given. */
function measuredTransform(path: string, originals: Objects = inMemory(path)) {
  const workers: ChildProcess[] = [];
  const decoder = createDecoder({ size: 1, onStart: (worker) => void workers.push(worker) });
  const transform = createTransform({ originals, renditions: forgetful, decoder, originSecret: SECRET, sleep });
  return {
    run: (params: ImageParams) => transformed(transform, newId(24), params),
    spent: () => processorTime(process.pid) + workers.reduce((sum, { pid }) => sum + processorTime(pid!), 0),
    peak: () => Math.max(...workers.map(({ pid }) => peakMemory(pid!))),
    close: () => decoder.close(),
  };
}

function pointerJson(): string {
  return JSON.stringify({ originalKey: 'original', type: 'jpeg', focal: null });
}

function stored(bytes: Buffer<ArrayBuffer>): StoredObject {
  return { body: Readable.from([bytes]), etag: '', size: bytes.length, contentType: '', ageMs: 0 };
}

async function transformed(transform: ReturnType<typeof createTransform>, fileId: string, params: ImageParams) {
  const answer = await transform({
    rawPath: `/${renditionKey(gallery, fileId, params)}`,
    headers: { 'x-origin-secret': SECRET },
    requestContext: { http: { method: 'GET' } },
  } as unknown as APIGatewayProxyEventV2);
  if (answer.statusCode !== 200) throw new Error(`transform answered ${answer.statusCode} ${answer.body}`);
}

function bareSharp() {
  const child = fork(new URL('./bare-sharp.ts', import.meta.url));
  return {
    run: async (job: BareJob) => {
      child.send(job);
      await once(child, 'message');
    },
    spent: () => processorTime(child.pid!),
    close: () => child.kill(),
  };
}

function bareJob(path: string, preset: ImagePreset, ignoreIcc: boolean, how: BareJob['how'] = 'preset'): BareJob {
  const { width, height, quality } = presetParams(preset);
  return { path, how, width: width!, square: height !== null, quality, ignoreIcc };
}

/** Bar 1: the handler against sharp by hand, every preset. */
export async function transformAgainstSharp(photo: string, rounds: number): Promise<Figure[]> {
  const [ours, bare] = [measuredTransform(photo), bareSharp()];
  const source = await openSource(readFileSync(photo), 'jpeg');
  const figures: Figure[] = [];
  for (const preset of PRESETS) {
    const job = bareJob(photo, preset, source.profile === 'ignore');
    const [we, they] = await takeTurns(rounds, [
      { run: () => ours.run(presetParams(preset)), spent: ours.spent },
      { run: () => bare.run(job), spent: bare.spent },
    ]);
    figures.push({ bar: '1', what: `${name(photo)} ${preset}`, value: we! / they!, limit: 1.1, unit: '× bare sharp' });
  }
  ours.close();
  bare.close();
  return figures;
}

/** Bar 3: fullscreen of an embedded wide profile against sharp's own order. */
export async function wideProfile(photo: string, folder: string, rounds: number): Promise<Figure[]> {
  const path = join(folder, 'p3.jpg');
  await sharp(photo).keepExif().withIccProfile('p3').jpeg({ quality: 92 }).toFile(path);
  const [ours, bare] = [measuredTransform(path), bareSharp()];
  const [we, they] = await takeTurns(rounds, [
    { run: () => ours.run(presetParams('fullscreen')), spent: ours.spent },
    { run: () => bare.run(bareJob(path, 'fullscreen', false, 'direct')), spent: bare.spent },
  ]);
  ours.close();
  bare.close();
  const what = `${name(photo)} as Display P3, fullscreen`;
  return [{ bar: '3', what, value: we! / they!, limit: 0.8, unit: '× plain sharp' }];
}

/** Bar 5: the whole set of an upload against fullscreen alone. */
export async function setAgainstFullscreen(photo: string, rounds: number): Promise<Figure[]> {
  const workers: ChildProcess[] = [];
  const decoder = createDecoder({ size: 1, onStart: (worker) => void workers.push(worker) });
  const spent = () => workers.reduce((sum, { pid }) => sum + processorTime(pid!), 0);
  const bytes = readFileSync(photo);
  const open = async () => ({ size: bytes.length, body: Readable.from([bytes]) });
  const common = { open, focal: null };
  const params = presetParams('fullscreen');
  const [set, alone] = await takeTurns(rounds, [
    { run: () => decoder.run<'set'>({ kind: 'set', ...common, declared: '', timeZone: 'UTC' }), spent },
    { run: () => decoder.run<'rendition'>({ kind: 'rendition', ...common, type: 'jpeg', params }), spent },
  ]);
  decoder.close();
  return [{ bar: '5', what: `${name(photo)} set`, value: set! / alone!, limit: 1.25, unit: '× fullscreen' }];
}

/** Bar 6: what a decoder process needs at the most, each job in a fresh one. */
export async function memory(photo: string, folder: string): Promise<Figure[]> {
  const upright = sharp(photo).resize({ width: 6000, height: 4000, fit: 'fill' }).withMetadata({ orientation: 1 });
  const pictures = {
    baseline: join(folder, 'b.jpg'),
    progressive: join(folder, 'g.jpg'),
    turned: join(folder, 'w.jpg'),
  };
  await upright.clone().jpeg({ quality: 92 }).toFile(pictures.baseline);
  await upright.clone().jpeg({ quality: 92, progressive: true }).toFile(pictures.progressive);
  await upright
    .clone()
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 92 })
    .toFile(pictures.turned);
  const jobs = [
    ['baseline', 'preview', 120],
    ['baseline', 'fullscreen', 160],
    ['turned', 'fullscreen', 320],
    ['progressive', 'fullscreen', 240],
  ] as const;
  const figures: Figure[] = [];
  for (const [picture, preset, limit] of jobs) {
    const ours = measuredTransform(pictures[picture]);
    await ours.run(presetParams(preset));
    figures.push({ bar: '6', what: `24 MP ${picture}, ${preset}`, value: ours.peak(), limit, unit: 'MB' });
    ours.close();
  }
  return figures;
}

/** Bar 8: the image function's bundle, without the decoder process, against sharp alone. */
export async function coldImport(folder: string): Promise<Figure[]> {
  const module = resolve(import.meta.dirname, '../../functions/images/transform.ts');
  const { files, metafile } = await bundleModule(module, 'transform');
  await writeFiles(folder, files);
  const outfile = join(folder, 'transform.mjs');
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const own = inputs.reduce((sum, [path, part]) => sum + (path.includes('node_modules') ? 0 : part.bytesInOutput), 0);
  const sharpUrl = import.meta.resolve('sharp');
  const times = Array.from({ length: 9 }, () => [importTime(outfile), importTime(sharpUrl)] as const);
  const [we, they] = [quantile(times.map(([ours]) => ours)), quantile(times.map(([, bare]) => bare))];
  return [
    { bar: '8', what: 'cold import of the handler', value: we / they, limit: 1.15, unit: '× import sharp' },
    { bar: '8', what: 'own code', value: own / 1024, limit: 50, unit: 'KB' },
  ];
}

/** Milliseconds of an import in a process of its own. */
function importTime(specifier: string): number {
  const code = `const t=performance.now();await import(${JSON.stringify(specifier)});console.log(performance.now()-t)`;
  return Number(spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }).stdout);
}

/** Bar 9: the same transform with its original from storage (the store's own time left out) and from memory. */
export async function storageAgainstFile(photo: string, rounds: number): Promise<Figure[]> {
  const store = await startImageStore({ ownProcess: true });
  await store.originals.put('original', readFileSync(photo), { contentType: 'image/jpeg' });
  const [fetched, filed] = [measuredTransform(photo, store.originals), measuredTransform(photo)];
  const params = presetParams('preview');
  const [theirs, ours] = await takeTurns(rounds, [
    { run: () => fetched.run(params), spent: fetched.spent },
    { run: () => filed.run(params), spent: filed.spent },
  ]);
  fetched.close();
  filed.close();
  await store.close();
  return [{ bar: '9', what: `${name(photo)} preview`, value: theirs! / ours!, limit: 1.15, unit: '× from memory' }];
}

function name(path: string): string {
  return path.replace(/^.*\//, '').replace(/\.\w+$/, '');
}

/** Photographs to measure with: those of a folder, or a generated one where none is given. */
async function photosIn(folder: string | undefined, temp: string): Promise<string[]> {
  if (folder) {
    const names = (await readdir(folder)).filter((file) => /^[A-Z]\d.*\.jpe?g$/.test(file));
    return names.sort().map((file) => join(folder, file));
  }
  const path = join(temp, 'generated_24mp.jpg');
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  const small = sharp({ create: { width: 1500, height: 1000, channels: 3, background: '#808080', noise } });
  await writeFile(
    path,
    await sharp(await small.png().toBuffer())
      .resize({ width: 6000 })
      .jpeg({ quality: 92 })
      .toBuffer(),
  );
  return [path];
}

/** All figures of images. `photos` is a folder of JPEG photographs; without one a picture is generated. */
export async function benchImages({ photos, rounds = 3 }: { photos?: string | undefined; rounds?: number }) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-images-'));
  try {
    const files = await photosIn(photos, folder);
    const figures: Figure[] = [];
    for (const photo of files) {
      figures.push(...(await transformAgainstSharp(photo, rounds)));
      figures.push(...(await setAgainstFullscreen(photo, rounds)));
    }
    const largest = files.at(-1)!;
    figures.push(...(await wideProfile(largest, folder, rounds)));
    figures.push(...(await storageAgainstFile(files[0]!, rounds)));
    figures.push(...(await memory(largest, folder)));
    figures.push(...(await coldImport(folder)));
    return figures;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { photos: { type: 'string' }, rounds: { type: 'string' } } });
  const figures = await benchImages({ photos: values.photos, rounds: Number(values.rounds ?? 3) });
  for (const figure of figures) console.log(describeFigure(figure));
}
