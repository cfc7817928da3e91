import { expect, it } from 'vitest';
import { avifInstead, IMAGE_PRESETS, parseImageQuery, presetParams } from './image-params.ts';
import { photoSources } from './image-sources.ts';
import { COVER } from './large-sources.ts';
import { isStored } from './stored-renditions.ts';

it('stores presets and sources of pages, and no other renditions', () => {
  const photo = { fileId: 'f', width: 6000 };
  const ofUrl = (url: string) => {
    const parsed = parseImageQuery([...new URL(url, 'http://x').searchParams]);
    return parsed.ok && isStored(parsed.params);
  };
  const sources = [photoSources('g', photo), photoSources('g', photo, COVER)].flatMap(({ src, srcSet }) => [
    src,
    ...srcSet.split(', ').map((source) => source.split(' ')[0]!),
  ]);
  for (const url of sources) expect([url, ofUrl(url)]).toEqual([url, true]);
  const avif = avifInstead({ ...presetParams('preview'), quality: 82 })!;
  expect([isStored(avif), isStored({ ...avif, quality: avif.quality + 1 })]).toEqual([true, false]);
  for (const preset of Object.keys(IMAGE_PRESETS) as (keyof typeof IMAGE_PRESETS)[]) {
    const params = presetParams(preset);
    for (const format of ['jpeg', 'webp', 'avif'] as const) expect(isStored({ ...params, format })).toBe(true);
    expect(isStored({ ...params, format: 'png' })).toBe(false);
    expect(isStored({ ...params, quality: 51 })).toBe(false);
    expect(isStored({ ...params, sharpen: true })).toBe(false);
    expect(isStored({ ...params, focus: { x: 1, y: 1 } })).toBe(false);
    expect(isStored({ ...params, height: 201 })).toBe(false);
  }
  // The last two: pages that were open at the deployment.
  for (const [query, stored] of [
    ['width=801&quality=50', false],
    ['height=800&quality=50', false],
    ['width=400&height=400&quality=50', false],
    ['width=3200', true],
    ['width=400&quality=50', true],
  ] as const) {
    expect([query, ofUrl(`?${query}`)]).toEqual([query, stored]);
  }
});
