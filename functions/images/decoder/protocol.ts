import type { ErrorCode, ErrorParams } from '#core/domain/values/errors.ts';
import {
  avifInstead,
  type FocusPoint,
  type ImageParams,
  type ImagePreset,
  presetParams,
  TILE_QUALITY,
  WEB_SIZE,
} from '#core/domain/photos/image-params.ts';
import type { Logo } from '#core/domain/branding/logo.ts';
import type { PhotoMetadata, Rotation } from '#core/domain/photos/photos.ts';
import type { WatermarkLayout } from '#core/domain/branding/watermarks.ts';
import type { ImageType } from '../../platform/storage/file-type.ts';

/** Style of a photo's renditions beyond the original itself. */
export type RenditionStyle = {
  /** Degrees clockwise, in addition to the EXIF orientation. */
  rotation: Rotation;
  /** Background for transparent areas in formats without transparency, as `#rrggbb`. */
  background: string;
  watermark: Watermark | null;
};

/** A watermark for every rendition. Width and height are the stored image's own pixels. */
export type Watermark = { imageKey: string; layout: WatermarkLayout; width: number; height: number };

/** No rotation, white background; also the style of photos from before styles existed. */
export const DEFAULT_STYLE: RenditionStyle = { rotation: 0, background: '#ffffff', watermark: null };

/** Returns the studio's background colour; white for an invalid value. */
export function parseBackground(value: unknown): string {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : DEFAULT_STYLE.background;
}

/** The stream of an original. `size` is in bytes. */
export type Original = { size: number; body: AsyncIterable<Uint8Array> };

/** Style of the renditions; by default the original's own. */
type StyleOptions = Partial<Pick<RenditionStyle, 'rotation' | 'background'>> & { layout?: WatermarkLayout | null };

/** Request to the decoder process, without the original. */
type DecodeRequest = {
  rendition: StyleOptions & { kind: 'rendition'; type: ImageType; params: ImageParams; focal: FocusPoint | null };
  /** `declared` is the type that the uploader sent. */
  /** An uploaded logo of any accepted format. */
  logo: StyleOptions & { kind: 'logo' };
  set: StyleOptions & { kind: 'set'; declared: string; focal: FocusPoint | null; timeZone: string };
};

export type JobKind = keyof DecodeRequest;

/**
 * `open` is called when a process is free, and again if that process dies. `watermark` holds the bytes that `layout`
 * positions.
 */
export type DecoderJob = {
  [Kind in JobKind]: DecodeRequest[Kind] & { open: () => Promise<Original>; watermark?: EncodedImage | null };
};

/** A request as sent to the process; the scratch file has the original's bytes, and then the watermark's. */
export type WorkerRequest = DecodeRequest[JobKind] & { size: number; watermarkSize: number };

/** Data of an upload besides its renditions. */
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

/** Renditions of an upload: the presets, the download in web size, and the tile of the preview's width as most browsers get it. */
export type SetRendition = ImagePreset | 'web' | 'tile';

/** Their order in the scratch file. */
export const SET_ORDER = ['fullscreen', 'web', 'preview', 'tile', 'thumbnail'] as const satisfies SetRendition[];

export const SET_PARAMS: Readonly<Record<SetRendition, ImageParams>> = {
  fullscreen: presetParams('fullscreen'),
  web: WEB_SIZE,
  preview: presetParams('preview'),
  tile: avifInstead({ ...presetParams('preview'), quality: TILE_QUALITY })!,
  thumbnail: presetParams('thumbnail'),
};

/** Size and ink of a rendered logo. */
export type LogoData = Omit<Logo, 'src'>;

/** Encoded. */
export type EncodedImage = Buffer<ArrayBuffer>;

/** Result of a job. Width and height as shown, `capturedAt` in epoch milliseconds, `thumbhash` in base64. */
export type DecoderResult = {
  rendition: { bytes: EncodedImage };
  /** `images`: the logo and its icons. */
  logo: LogoData & { images: EncodedImage[] };
  set: RenditionSetData & { renditions: Record<SetRendition, EncodedImage> };
};

export type WorkerReply =
  /** `sizes` are the bytes of each image in the scratch file. */
  | { ok: true; facts: RenditionSetData | LogoData | null; sizes: number[] }
  /** The image is faulty: a retry is pointless. */
  | { ok: false; code: ErrorCode; params: ErrorParams }
  /** The machine failed (memory): a retry may work. */
  | { ok: false; message: string };
