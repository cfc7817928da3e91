import { useCallback } from 'react';
import { MAX_WATERMARK_SIDE } from '#core/domain/branding/watermark-layout.ts';
import { MAX_WATERMARK_BYTES } from '#core/domain/branding/watermarks.ts';
import { useAsyncValue } from '#web/lib/use-async-value.ts';

/** Width of a text watermark in pixels: sharp on the largest rendition, and still a small file. */
const TEXT_WIDTH = 1600;
/** Font size in pixels for measuring the text. */
const MEASURED_AT = 200;
const FONT = (size: number) => `600 ${size}px 'Inter Variable'`;
/** Padding around the text as a fraction of the font size: space for its shadow. */
const PADDING = 0.2;

export type Tone = 'light' | 'dark';

/** Independent of the theme: watermarks are drawn over photos and look the same to everyone. */
const INKS: Record<Tone, { letters: string; shade: string }> = {
  light: { letters: 'rgb(255 255 255)', shade: 'rgb(0 0 0 / 0.45)' },
  dark: { letters: 'rgb(18 17 16)', shade: 'rgb(255 255 255 / 0.45)' },
};

/** Image of a watermark: a PNG with transparency. */
export interface DrawnImage {
  blob: Blob;
  /** Object URL of the image, for an `<img>`. */
  url: string;
  width: number;
  height: number;
}

/** The browser cannot draw the watermark. */
class DrawError extends Error {}

/**
 * Draws a line of text into a transparent image in the app's font, once it is loaded. Null for text that cannot be drawn,
 * which counts as empty: the form then asks for another one.
 */
export async function drawTextImage(text: string, tone: Tone): Promise<DrawnImage | null> {
  const line = text.trim();
  return line ? drawLine(line, tone).catch(() => null) : null;
}

async function drawLine(text: string, tone: Tone): Promise<DrawnImage> {
  await document.fonts.load(FONT(MEASURED_AT), text);
  const measure = contextOf(1, 1);
  measure.font = FONT(MEASURED_AT);
  const { width: measured } = measure.measureText(text);
  if (measured === 0) throw new DrawError('there is nothing to write');
  const size = Math.min(TEXT_WIDTH / 2, (MEASURED_AT * TEXT_WIDTH) / (measured + 2 * PADDING * MEASURED_AT));
  const padding = size * PADDING;
  measure.font = FONT(size);
  // Crop to the height of these letters, so that a watermark at an edge touches it.
  const { width, actualBoundingBoxAscent: ascent, actualBoundingBoxDescent: descent } = measure.measureText(text);
  const context = contextOf(Math.round(width + 2 * padding), Math.round(ascent + descent + 2 * padding));
  const { letters, shade } = INKS[tone];
  context.font = FONT(size);
  context.fillStyle = letters;
  // A soft shadow of the opposite tone keeps the text legible on light and dark photos.
  context.shadowColor = shade;
  context.shadowBlur = padding * 0.6;
  context.fillText(text, padding, padding + ascent);
  return drawn(context.canvas);
}

/**
 * Converts a file to a PNG of at most 2,400 pixels a side. Draws SVG through an `<img>`, where it cannot run scripts or
 * fetch; only the drawing is uploaded.
 * @throws DrawError when the browser cannot draw it
 */
export async function drawFile(file: File): Promise<DrawnImage> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode().catch(() => {
      throw new DrawError('no picture');
    });
    const { naturalWidth, naturalHeight } = image;
    if (!naturalWidth || !naturalHeight) throw new DrawError('a picture without a size');
    const longest = Math.max(naturalWidth, naturalHeight);
    // SVG has no pixel size: draw it as wide as text.
    const targetSide = file.type === 'image/svg+xml' ? TEXT_WIDTH : Math.min(longest, MAX_WATERMARK_SIDE);
    return await fitted(image, naturalWidth, naturalHeight, targetSide / longest);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Scales the image down until its file is small enough: noisy images compress badly. */
async function fitted(image: CanvasImageSource, width: number, height: number, scale: number): Promise<DrawnImage> {
  const context = contextOf(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, context.canvas.width, context.canvas.height);
  const result = await drawn(context.canvas);
  return result.blob.size <= MAX_WATERMARK_BYTES ? result : fitted(image, width, height, scale * 0.75);
}

function contextOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new DrawError('no canvas');
  return context;
}

async function drawn(canvas: HTMLCanvasElement): Promise<DrawnImage> {
  const { width, height } = canvas;
  const blob = await new Promise<Blob | null>((resolve) => {
    try {
      canvas.toBlob(resolve, 'image/png');
    } catch {
      // The canvas is tainted by external content in the SVG: the user has to provide a PNG.
      resolve(null);
    }
  });
  if (!blob) throw new DrawError('the drawing cannot be read');
  return { blob, url: canvas.toDataURL('image/png'), width, height };
}

/** Returns whether a stored watermark is light or dark: the mean of its opaque pixels. */
export async function imageTone(blob: Blob): Promise<Tone> {
  const bitmap = await createImageBitmap(blob, { resizeWidth: 64 });
  const context = contextOf(bitmap.width, bitmap.height);
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  let [light, weight] = [0, 0];
  for (let i = 0; i < data.length; i += 4) {
    // Squared, so that the faint shadow around the text has little weight.
    const alpha = ((data[i + 3] ?? 0) / 255) ** 2;
    light += (((data[i] ?? 0) + (data[i + 1] ?? 0) + (data[i + 2] ?? 0)) / 3) * alpha;
    weight += alpha;
  }
  return weight > 0 && light / weight < 128 ? 'dark' : 'light';
}

/** Returns the image of the text, drawn again on each change; null if there is nothing to draw. */
export function useTextImage(text: string, tone: Tone): DrawnImage | null {
  const draw = useCallback(() => drawTextImage(text, tone), [text, tone]);
  return useAsyncValue(draw).value ?? null;
}
