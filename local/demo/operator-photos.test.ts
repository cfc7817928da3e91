import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operatorPicture, photosIn, readOperatorPhotos } from './operator-photos.ts';

const folder = mkdtempSync(join(tmpdir(), 'operator-photos-'));
afterAll(() => rmSync(folder, { recursive: true }));

const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });

beforeAll(async () => {
  await plain(60, 40, '#ff0000').png().toFile(join(folder, 'a-landscape.png'));
  // Held upright, stored on its side.
  await plain(60, 40, '#0000ff').withMetadata({ orientation: 6 }).jpeg().toFile(join(folder, 'b-portrait.JPG'));
  writeFileSync(join(folder, 'notes.txt'), 'no photograph');
});

it('takes the photographs of a folder by name, and no other files', () => {
  expect(photosIn(folder)).toEqual([join(folder, 'a-landscape.png'), join(folder, 'b-portrait.JPG')]);
});

it('fills the asked pixels with a photograph held like them', async () => {
  const photos = await readOperatorPhotos(folder);
  const landscape = await operatorPicture(photos, { width: 30, height: 20, seed: 7 });
  expect([landscape.width, landscape.height, landscape.pixels.length]).toEqual([30, 20, 1800]);
  expect([...landscape.pixels.subarray(0, 3)]).toEqual([255, 0, 0]);
  const portrait = await operatorPicture(photos, { width: 20, height: 30, seed: 7 });
  expect([portrait.width, portrait.height]).toEqual([20, 30]);
  expect(portrait.pixels[2]).toBeGreaterThan(250);
});
