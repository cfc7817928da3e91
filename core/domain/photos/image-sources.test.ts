import { expect, it } from 'vitest';
import { chosenSource } from '../../../tests/support/chosen-source.ts';
import { downloadHref, photoSources, TILES } from './image-sources.ts';
import { COVER, LARGE } from './large-sources.ts';

const PHOTO = { fileId: 'f', width: 6000 };
const widths = ({ srcSet }: { srcSet: string }) =>
  srcSet.split(', ').map((source) => Number(/ (\d+)w$/.exec(source)?.[1]));
const tiles = (width: number) => widths(photoSources('g', { fileId: 'f', width }));
const large = (width: number) => widths(photoSources('g', { fileId: 'f', width }, LARGE));

it('offers tiles for half and whole rows of a phone, and the fullscreen preset', () => {
  expect(tiles(6000)).toEqual([400, 600, 800, 1300, 1920]);
  expect(photoSources('g', PHOTO).src).toBe('/api/images/g/f.jpg');
});

it('never offers more pixels than the original has', () => {
  expect(tiles(1500)).toEqual([400, 600, 800, 1300, 1500]);
  expect(tiles(1300)).toEqual([400, 600, 800, 1300]);
  expect(tiles(800)).toEqual([400, 600, 800]);
  expect(tiles(300)).toEqual([300]);
});

it('describes the sources of a photo that fills the screen as half as wide', () => {
  expect(large(6000)).toEqual([900, 1200, 1600]);
  expect(large(3000)).toEqual([900, 1200, 1500]);
  expect(large(2000)).toEqual([900, 1000]);
  expect(large(1600)).toEqual([750]);
});

// A phone of 375 px: a grid's whole row has 363, half a row about 178, the lightbox 351, a cover 375; a landscape cover
// cropped to its band is 703 px wide; its first paint has 60 % of the window. A phone of 430 px has a
// row of 418.
it.each([
  ['half a row', 178, 2, TILES, 'width=400&quality=82'],
  ['half a row', 178, 3, TILES, 'width=600&quality=82'],
  ['a whole row', 363, 2, TILES, 'width=800&quality=82'],
  ['a whole row', 363, 3, TILES, 'width=1300&quality=82'],
  ['a whole row of a large phone', 418, 3, TILES, 'width=1300&quality=82'],
  ['the lightbox', 351, 2, LARGE, 'width=1920&quality=70&format=jpeg'],
  ['the lightbox', 351, 3, LARGE, 'width=2400&quality=72&format=jpeg'],
  ['the first paint of a cover', 225, 2, TILES, 'width=600&quality=82'],
  ['the first paint of a cover', 225, 3, TILES, 'width=800&quality=82'],
  ['a cover', 375, 2, COVER, 'width=1920&quality=70&format=jpeg'],
  ['a cover', 375, 3, COVER, 'width=2400&quality=72&format=jpeg'],
  ['a cropped cover', 703, 2, COVER, 'width=3200&quality=74&format=jpeg'],
  ['a cropped cover', 703, 3, COVER, 'width=3200&quality=91&format=jpeg'],
] as const)('gives %s of %i px at density %i its source', (_what, width, density, steps, query) => {
  expect(chosenSource(photoSources('g', PHOTO, steps).srcSet, width, density)).toBe(`/api/images/g/f.jpg?${query}`);
});

it('links to a download', () => {
  expect(downloadHref('g', 'p', 'web')).toBe('/api/p/g/photos/p/download?size=web');
});
