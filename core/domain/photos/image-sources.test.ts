import { expect, it } from 'vitest';
import { parseImageQuery, presetParams, webpInstead } from './image-params.ts';
import { downloadHref, isStored, photoSources, zoomSource } from './image-sources.ts';

const widths = (width: number) =>
  photoSources('g', { fileId: 'f', width })
    .srcSet.split(', ')
    .map((source) => Number(/ (\d+)w$/.exec(source)?.[1]));

it('offers the presets, a small source and a medium one', () => {
  expect(widths(6000)).toEqual([400, 800, 1200, 1920]);
  expect(photoSources('g', { fileId: 'f', width: 6000 }).src).toBe('/api/images/g/f.jpg?width=800&quality=50');
});

it('never offers more pixels than the original has', () => {
  expect(widths(1500)).toEqual([400, 800, 1200, 1500]);
  expect(widths(1200)).toEqual([400, 800, 1200]);
  expect(widths(800)).toEqual([400, 800]);
  expect(widths(300)).toEqual([300]);
});

it('offers a zoom source only for larger originals', () => {
  expect(zoomSource('g', { fileId: 'f', width: 6000 })).toContain('width=3200');
  // One rendition for all originals; it is never larger than they are.
  expect(zoomSource('g', { fileId: 'f', width: 2500 })).toContain('width=3200');
  expect(zoomSource('g', { fileId: 'f', width: 1920 })).toBeNull();
});

it('stores presets and sources of pages, and no other renditions', () => {
  const ofUrl = (url: string) => {
    const parsed = parseImageQuery([...new URL(url, 'http://x').searchParams]);
    return parsed.ok && isStored(parsed.params);
  };
  const photo = { fileId: 'f', width: 6000 };
  const { src, srcSet } = photoSources('g', photo);
  const sources = [src, zoomSource('g', photo)!, ...srcSet.split(', ').map((source) => source.split(' ')[0]!)];
  for (const url of sources) expect([url, ofUrl(url)]).toEqual([url, true]);
  for (const preset of ['thumbnail', 'preview', 'fullscreen'] as const) {
    const params = presetParams(preset);
    const webp = webpInstead(params);
    if (webp) expect([isStored(webp), isStored({ ...webp, quality: webp.quality + 1 })]).toEqual([true, false]);
    for (const format of ['jpeg', 'webp', 'avif'] as const) expect(isStored({ ...params, format })).toBe(true);
    expect(isStored({ ...params, format: 'png' })).toBe(false);
    expect(isStored({ ...params, quality: 51 })).toBe(false);
    expect(isStored({ ...params, sharpen: true })).toBe(false);
    expect(isStored({ ...params, focus: { x: 1, y: 1 } })).toBe(false);
    expect(isStored({ ...params, height: 201 })).toBe(false);
  }
  for (const query of [
    'width=801&quality=50',
    'height=800&quality=50',
    'width=3200',
    'width=400&height=400&quality=50',
  ]) {
    expect([query, ofUrl(`?${query}`)]).toEqual([query, query === 'width=3200']);
  }
});

it('links to a download', () => {
  expect(downloadHref('g', 'p', 'web')).toBe('/api/p/g/photos/p/download?size=web');
});
