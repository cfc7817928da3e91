import { expect, it } from 'vitest';
import { downloadHref, photoSources, zoomSource } from './image-sources.ts';

const widths = (width: number) =>
  photoSources('g', { fileId: 'f', width })
    .srcSet.split(', ')
    .map((source) => Number(/ (\d+)w$/.exec(source)?.[1]));

it('offers the presets and a small source', () => {
  expect(widths(6000)).toEqual([400, 800, 1920]);
  expect(photoSources('g', { fileId: 'f', width: 6000 }).src).toBe(
    '/api/images/g/f.jpg?width=800&quality=50&format=jpeg',
  );
});

it('never offers more pixels than the original has', () => {
  expect(widths(1200)).toEqual([400, 800, 1200]);
  expect(widths(800)).toEqual([400, 800]);
  expect(widths(300)).toEqual([300]);
});

it('offers a zoom source only for larger originals', () => {
  expect(zoomSource('g', { fileId: 'f', width: 6000 })).toContain('width=3200');
  expect(zoomSource('g', { fileId: 'f', width: 2500 })).toContain('width=2500');
  expect(zoomSource('g', { fileId: 'f', width: 1920 })).toBeNull();
});

it('links to a download', () => {
  expect(downloadHref('g', 'p', 'web')).toBe('/api/p/g/photos/p/download?size=web');
});
