/** Bars 1 to 5 and 9 of docs/decisions/bars.md, as ratios of processor time between processes that take turns. */
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { type ImageParams, type ImagePreset, presetParams } from '#core/domain/photos/image-params.ts';
import { openSource } from '#functions/images/decoder/open-original.ts';
import { SET_PARAMS } from '#functions/images/decoder/protocol.ts';
import { type Figure, notMeasured } from '../figure.ts';
import { inMemory, measuredDecoder, measuredTransform, peer } from './transformers.ts';
import type { PeerJob } from './peer-process.ts';
import { NO_PEERS } from './peers.ts';
import { takeTurns } from './turns.ts';

const PRESETS: ImagePreset[] = ['thumbnail', 'preview', 'fullscreen'];
/** Widths requested from ipx and Next instead of a rendition set; Next accepts only those of its list. */
const SET_WIDTHS = { ipx: [200, 800, 1920], next: [256, 828, 1920] } as const;
const DEFAULTS = {
  ipx: { quality: 80, format: 'jpeg', width: 800 },
  next: { quality: 75, format: 'webp', width: 828 },
} as const;

/** Bare sharp neither copies originals into a sandbox nor keeps a copyright: 1.03 to 1.17 were measured. */
const TRANSFORM_LIMIT = 1.2;
/** Two resizes, two more JPEGs and the placeholder: 28 ms beside 72 by parts, 1.29 to 1.47 were measured. */
const SET_LIMIT = 1.5;
/** An object of 4.6 MB arrives in some 80 pieces, at 0.15 ms each with their garbage: 1.18 to 1.27 were measured. */
const STORAGE_LIMIT = 1.3;

export const nameOf = (path: string) => basename(path, extname(path));

function bySharp(path: string, preset: ImagePreset, ignoreIcc: boolean, by: 'preset' | 'direct' = 'preset'): PeerJob {
  const { width, height, quality } = presetParams(preset);
  return { by, path, width: width!, square: height !== null, quality, ignoreIcc };
}

/** Bar 1: the handler compared with direct use of sharp, every preset. */
export async function transformAgainstSharp(photo: string, n: number): Promise<Figure[]> {
  const [ours, theirs] = [measuredTransform(inMemory(photo)), peer()];
  const source = await openSource(readFileSync(photo), 'jpeg');
  const figures: Figure[] = [];
  for (const preset of PRESETS) {
    const job = bySharp(photo, preset, source.profile === 'ignore');
    const [we, they] = await takeTurns(n, [
      { run: () => ours.run(presetParams(preset)), spent: ours.spent },
      { run: () => theirs.run(job), spent: theirs.spent },
    ]);
    const what = `${nameOf(photo)}, ${preset}`;
    figures.push({ bar: '1', what, value: we! / they!, limit: TRANSFORM_LIMIT, unit: '× bare sharp', n });
  }
  ours.close();
  theirs.close();
  return figures;
}

/** Bar 2: the thumbnail compared with libjpeg-turbo's `djpeg`, which decodes an eighth of each side. */
export async function thumbnailAgainstDjpeg(photo: string, folder: string, n: number): Promise<Figure[]> {
  if (!hasDjpeg()) return [notMeasured('2', 'thumbnail', 'no djpeg (Debian: libjpeg-turbo-progs)')];
  const figures: Figure[] = [];
  for (const [kind, limit] of [['baseline', 1.2] as const, ['progressive', 1.3] as const]) {
    const path = join(folder, `${kind}.jpg`);
    await sharp(photo)
      .jpeg({ quality: 92, progressive: kind === 'progressive' })
      .toFile(path);
    const [ours, theirs] = [measuredTransform(inMemory(path)), peer()];
    const [we, they] = await takeTurns(n, [
      { run: () => ours.run(presetParams('thumbnail')), spent: ours.spent },
      { run: () => theirs.run({ by: 'djpeg', path }), spent: theirs.spent },
    ]);
    ours.close();
    theirs.close();
    const what = `${nameOf(photo)} ${kind}, thumbnail`;
    figures.push({ bar: '2', what, value: we! / they!, limit, unit: '× djpeg -scale 1/8', n });
  }
  return figures;
}

function hasDjpeg(): boolean {
  try {
    execFileSync('djpeg', ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Bar 3: fullscreen of an embedded wide profile compared with sharp's own order of operations. */
export async function wideProfile(photo: string, folder: string, n: number): Promise<Figure[]> {
  const path = join(folder, 'p3.jpg');
  await sharp(photo).keepExif().withIccProfile('p3').jpeg({ quality: 92 }).toFile(path);
  const [ours, theirs] = [measuredTransform(inMemory(path)), peer()];
  const [we, they] = await takeTurns(n, [
    { run: () => ours.run(presetParams('fullscreen')), spent: ours.spent },
    { run: () => theirs.run(bySharp(path, 'fullscreen', false, 'direct')), spent: theirs.spent },
  ]);
  ours.close();
  theirs.close();
  const what = `${nameOf(photo)} as Display P3, fullscreen`;
  return [{ bar: '3', what, value: we! / they!, limit: 0.8, unit: '× plain sharp', n }];
}

/** Bar 4: one transform compared with ipx and Next at their default output. */
export async function transformAgainstPeers(photo: string, n: number, hasPeers: boolean): Promise<Figure[]> {
  if (!hasPeers) return [notMeasured('4', `${nameOf(photo)}, one transform`, NO_PEERS)];
  const figures: Figure[] = [];
  for (const [by, limit] of [['ipx', 1] as const, ['next', 0.75] as const]) {
    const [ours, theirs] = [measuredTransform(inMemory(photo)), peer()];
    const { width, quality, format } = DEFAULTS[by];
    const params: ImageParams = { width, height: null, quality, format, focus: null, sharpen: false };
    const [we, they] = await takeTurns(n, [
      { run: () => ours.run(params), spent: ours.spent },
      { run: () => theirs.run({ by, path: photo, widths: [width] }), spent: theirs.spent },
    ]);
    ours.close();
    theirs.close();
    const what = `${nameOf(photo)}, ${width} px of ${format}`;
    const comparison = { peer: by, ours: we!, theirs: they!, unit: 'ms of processor' };
    figures.push({ bar: '4', what, value: we! / they!, limit, unit: `× ${by}`, n, comparison });
  }
  return figures;
}

/**
 * Bar 5: the presets of an upload compared with fullscreen alone, the set with its AVIF and its download in web size
 * compared with the presets, and the set in sets a second with the peers.
 */
export async function setAgainstFullscreen(photo: string, n: number, hasPeers: boolean): Promise<Figure[]> {
  const { decoder, spent, close } = measuredDecoder();
  const [ipx, next, tileEncoder, webEncoder] = [peer(), peer(), peer(), peer()];
  const { tile, web } = SET_PARAMS;
  const encoded = ({ width, quality }: ImageParams) => ({ width: width!, quality });
  const bytes = readFileSync(photo);
  const open = async () => ({ size: bytes.length, body: Readable.from([bytes]) });
  const common = { open, focal: null };
  const params = presetParams('fullscreen');
  const job = (by: 'ipx' | 'next'): PeerJob => ({ by, path: photo, widths: SET_WIDTHS[by] });
  const [set, alone, avif, jpeg, byIpx, byNext] = await takeTurns(n, [
    { run: () => decoder.run<'set'>({ kind: 'set', ...common, declared: '', timeZone: 'UTC' }), spent },
    { run: () => decoder.run<'rendition'>({ kind: 'rendition', ...common, type: 'jpeg', params }), spent },
    { run: () => tileEncoder.run({ by: 'avif', path: photo, encoded: encoded(tile) }), spent: tileEncoder.spent },
    { run: () => webEncoder.run({ by: 'jpeg', path: photo, encoded: encoded(web) }), spent: webEncoder.spent },
    ...(hasPeers
      ? [
          { run: () => ipx.run(job('ipx')), spent: ipx.spent },
          { run: () => next.run(job('next')), spent: next.spent },
        ]
      : []),
  ]);
  for (const one of [{ close }, ipx, next, tileEncoder, webEncoder]) one.close();
  const presets = set! - avif! - jpeg!;
  const what = `${nameOf(photo)}, upload’s set`;
  const sets = (name: string, theirs: number, limit: number): Figure => ({
    bar: '5',
    what: `${what}, sets a second`,
    value: theirs / set!,
    limit,
    atLeast: true,
    unit: `× ${name}`,
    n,
    comparison: { peer: name, ours: set!, theirs, unit: 'ms of processor' },
  });
  return [
    {
      bar: '5',
      what: `${what}, only its presets`,
      value: presets / alone!,
      limit: SET_LIMIT,
      unit: '× fullscreen alone',
      n,
    },
    { bar: '5', what, value: set! / presets, limit: 1.45, unit: '× its presets', n },
    ...(hasPeers
      ? [sets('ipx', byIpx!, 1.7), sets('next', byNext!, 2.4)]
      : [notMeasured('5', `${what}, sets a second`, NO_PEERS)]),
  ];
}

/** Bar 9: the same transform with its original from storage, without the store's own time, and from memory. */
export async function storageAgainstFile(photo: string, n: number): Promise<Figure[]> {
  const child = fork(new URL('./storage-process.ts', import.meta.url), [photo, String(n)]);
  const ended = new AbortController();
  child.once('exit', () => ended.abort());
  const [[fetched, filed]] = (await once(child, 'message', { signal: ended.signal })) as [[number, number]];
  const what = `${nameOf(photo)}, preview`;
  return [{ bar: '9', what, value: fetched / filed, limit: STORAGE_LIMIT, unit: '× from memory', n }];
}
