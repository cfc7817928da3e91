import type { Color } from './color.ts';

/** Coordinates of a scene: x runs over 0–`aspect`, y over 0–1 from the top; `pixel` is one pixel's size. */
export interface Frame {
  aspect: number;
  pixel: number;
}

/** Returns the light at a point. */
export type Scene = (x: number, y: number) => Color;

export type ScenePainter = (frame: Frame, seed: number) => Scene;

interface Painting {
  width: number;
  height: number;
  /** RGB, 8 bits each. */
  pixels: Buffer;
}

/** Paints a scene pixel by pixel. Highlights roll off instead of clipping, as on film. */
export function paint(painter: ScenePainter, width: number, height: number, seed: number): Painting {
  const scene = painter({ aspect: width / height, pixel: 1 / height }, seed);
  const pixels = Buffer.alloc(width * height * 3);
  let offset = 0;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const light = scene((column + 0.5) / height, (row + 0.5) / height);
      for (let channel = 0; channel < 3; channel++) pixels[offset++] = develop(light[channel]!);
    }
  }
  return { width, height, pixels };
}

const SHOULDER = 0.8;

function develop(light: number): number {
  const rolled =
    light <= SHOULDER ? light : SHOULDER + (1 - SHOULDER) * (1 - Math.exp(-(light - SHOULDER) / (1 - SHOULDER)));
  return Math.max(0, Math.min(255, Math.round(rolled * 255)));
}
