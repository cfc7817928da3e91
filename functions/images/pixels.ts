import sharp from 'sharp';
import type { OutputInfo, Sharp } from 'sharp';
import type { Size } from './geometry.ts';

/** A decoded picture in memory, without any metadata: nothing of the original but what is seen. */
export type Pixels = Size & { data: Buffer; channels: OutputInfo['channels'] };

export async function readPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

export function openPixels({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}
