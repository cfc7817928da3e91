import type { ErrorCode, ErrorParams } from '#core/domain/errors.ts';
import type { FocusPoint, ImageParams, ImagePreset } from '#core/domain/image-params.ts';
import type { PhotoMetadata } from '#core/domain/photos.ts';
import type { WatermarkLayout } from '#core/domain/watermarks.ts';
import type { ImageType } from '../platform/storage/file-type.ts';
import type { RenditionStyle } from './rendition-style.ts';

/** An original on its way. `size` is in bytes. */
export type Original = { size: number; body: AsyncIterable<Uint8Array> };

/** How the picture is to look; without a word, as its original says. */
type StyleOptions = Partial<Pick<RenditionStyle, 'rotation' | 'background'>> & { layout?: WatermarkLayout | null };

/** What the decoder process is asked for, less the original. */
type DecodeRequest = {
  rendition: StyleOptions & { kind: 'rendition'; type: ImageType; params: ImageParams; focal: FocusPoint | null };
  /** `declared` is the type that the uploader named. */
  set: StyleOptions & { kind: 'set'; declared: string; focal: FocusPoint | null; timeZone: string };
};

export type JobKind = keyof DecodeRequest;

/**
 * `open` is called when a process is free, and again should that process die over it. `mark` are the bytes of the
 * watermark that `layout` places.
 */
export type DecoderJob = {
  [Kind in JobKind]: DecodeRequest[Kind] & { open: () => Promise<Original>; watermark?: EncodedImage | null };
};

/** An order as the process gets it; the original's bytes follow through the pipe beside it, and then the mark's. */
export type WorkerRequest = DecodeRequest[JobKind] & { size: number; watermarkSize: number };

/** What is told of an upload beside its pictures. */
export type RenditionSetData = {
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
export type EncodedImage = Buffer<ArrayBuffer>;

/** What it answers. Width and height as shown, `capturedAt` in epoch milliseconds, `thumbhash` in base64. */
export type DecoderResult = {
  rendition: { bytes: EncodedImage };
  set: RenditionSetData & { renditions: Record<ImagePreset, EncodedImage> };
};

export type WorkerReply =
  /** `sizes` are the bytes of each picture that was written into the pipe before. */
  | { ok: true; facts: RenditionSetData | null; sizes: number[] }
  /** The picture is at fault: trying again is in vain. */
  | { ok: false; code: ErrorCode; params: ErrorParams }
  /** The machine is at fault (memory): it may work the next time. */
  | { ok: false; message: string };
