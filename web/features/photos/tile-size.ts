import { useState } from 'react';
import { z } from 'zod';
import { readStored, writeStored } from '#web/lib/browser/storage.ts';

/** Storage key of the tile size, a setting of the device: it depends on its screen. */
const TILE_SIZE_KEY = 'photo-tile-size';

/** Heights of the rows in pixels, from small to large tiles, on phones and on wider screens. */
export const ROW_HEIGHTS = {
  narrow: [64, 88, 120, 176, 280],
  wide: [96, 140, 190, 260, 360],
} as const;
export const TILE_SIZES = ROW_HEIGHTS.wide.length;

const DEFAULT_SIZE = 2;

const stored = z
  .number()
  .int()
  .min(0)
  .max(TILE_SIZES - 1);

/** Returns the tile size, an index of `ROW_HEIGHTS`, and its setter. */
export function useTileSize(): readonly [number, (size: number) => void] {
  const [size, setSize] = useState(() => stored.catch(DEFAULT_SIZE).parse(readStored(TILE_SIZE_KEY)));
  const change = (next: number) => {
    writeStored(TILE_SIZE_KEY, next);
    setSize(next);
  };
  return [size, change];
}
