import type { FocusPoint, ImageParams, ImagePreset } from '#core/domain/image-params.ts';
import type { ErrorCode, ErrorParams } from '#core/domain/errors.ts';
import type { PhotoMetadata } from '#core/domain/photos.ts';
import type { WatermarkLayout } from '#core/domain/watermarks.ts';
import type { ImageType } from '#functions/lib/content-type.ts';
import type { Look } from './look.ts';

/** An original on its way. `size` is in bytes. */
export type Original = { size: number; body: AsyncIterable<Uint8Array> };

/** How the picture is to look; without a word, as its original says. */
type Looks = Partial<Pick<Look, 'rotation' | 'background'>> & { layout?: WatermarkLayout | null };

/** What the decoder process is asked for, less the original. */
type Order = {
  rendition: Looks & { kind: 'rendition'; type: ImageType; params: ImageParams; focal: FocusPoint | null };
  /** `declared` is the type that the uploader named. */
  set: Looks & { kind: 'set'; declared: string; focal: FocusPoint | null; timeZone: string };
};

export type JobKind = keyof Order;

/**
 * `open` is called when a process is free, and again should that process die over it. `mark` are the bytes of the
 * watermark that `layout` places.
 */
export type DecoderJob = { [Kind in JobKind]: Order[Kind] & { open: () => Promise<Original>; mark?: Picture | null } };

/** An order as the process gets it; the original's bytes follow through the pipe beside it, and then the mark's. */
export type WorkerOrder = Order[JobKind] & { size: number; markSize: number };

/** What is told of an upload beside its pictures. */
export type SetFacts = {
  type: ImageType;
  mimeType: string;
  width: number;
  height: number;
  orientation: number;
  capturedAt: number | null;
  metadata: PhotoMetadata;
  thumbhash: string;
};

/** Encoded. */
export type Picture = Buffer<ArrayBuffer>;

/** What it answers. Width and height as shown, `capturedAt` in epoch milliseconds, `thumbhash` in base64. */
export type DecoderResult = {
  rendition: { bytes: Picture };
  set: SetFacts & { renditions: Record<ImagePreset, Picture> };
};

export type WorkerReply =
  /** `sizes` are the bytes of each picture that was written into the pipe before. */
  | { ok: true; facts: SetFacts | null; sizes: number[] }
  /** The picture is at fault: trying again is in vain. */
  | { ok: false; code: ErrorCode; params: ErrorParams }
  /** The machine is at fault (memory): it may work the next time. */
  | { ok: false; message: string };
