import { expect, it } from 'vitest';
import { frameOf } from './embeds.ts';

const OSM = 'https://www.openstreetmap.org/export/embed.html';

it.each([
  [
    `${OSM}?bbox=2.1,41.3,2.2,41.4&layer=mapnik&marker=41.38,2.17`,
    `${OSM}?bbox=2.1%2C41.3%2C2.2%2C41.4&marker=41.38%2C2.17`,
  ],
  ['https://www.google.com/maps/embed?pb=!1m18!2s"x', 'https://www.google.com/maps/embed?pb=!1m18!2s%22x'],
])('frames the map that a host offers for pages: %s', (href, src) => {
  expect(frameOf(href)).toEqual({ src, origin: new URL(src).origin });
});

it('frames the map around the point of a share link', () => {
  const frame = frameOf('https://www.openstreetmap.org/#map=16/41.38000/2.17000');
  const box = new URL(frame!.src).searchParams.get('bbox')!.split(',').map(Number);
  expect(box[0]! < 2.17 && box[2]! > 2.17 && box[1]! < 41.38 && box[3]! > 41.38).toBe(true);
  expect(box[2]! - box[0]!).toBeCloseTo(0.0137, 3);
});

it.each([
  'https://www.youtube.com/watch?v=M7lc1UVf-VE',
  'http://www.openstreetmap.org/#map=16/41.38/2.17',
  'https://www.openstreetmap.org/copyright',
  'https://www.openstreetmap.org.evil.example/#map=16/41.38/2.17',
  'https://www.openstreetmap.org:444/#map=16/41.38/2.17',
  'https://user@www.google.com/maps/embed?pb=1',
  'https://www.google.com/search?pb=1',
  `${OSM}?bbox=2.1,41.3,2.2,<script>`,
  'constructor',
])('frames nothing else: %s', (href) => {
  expect(frameOf(href)).toBeNull();
});
