import type { PrintScene } from './mounted-print.tsx';

/** Three views of one walk: morning ridges, the sea between two capes, dunes. */
export const HILLS: PrintScene = {
  width: 600,
  height: 400,
  sun: { x: 418, y: 96, radius: 21 },
  ridges: [
    { base: 176, rise: 34, seed: 3.1, depth: 0.2 },
    { base: 214, rise: 40, seed: 7.4, depth: 0.34 },
    { base: 262, rise: 38, seed: 1.7, depth: 0.52 },
    { base: 316, rise: 44, seed: 9.2, depth: 0.74 },
    { base: 372, rise: 34, seed: 4.8, depth: 0.94 },
  ],
};

export const SEA: PrintScene = {
  width: 300,
  height: 400,
  sun: { x: 92, y: 126, radius: 14 },
  ridges: [
    { base: 206, rise: 0, seed: 1, depth: 0.26 },
    { base: 318, rise: 58, seed: 5.9, depth: 0.56 },
    { base: 372, rise: 38, seed: 2.2, depth: 0.92 },
  ],
};

export const DUNES: PrintScene = {
  width: 600,
  height: 400,
  ridges: [
    { base: 232, rise: 16, seed: 6.3, depth: 0.24 },
    { base: 276, rise: 26, seed: 0.9, depth: 0.42 },
    { base: 338, rise: 46, seed: 8.1, depth: 0.78 },
  ],
};
