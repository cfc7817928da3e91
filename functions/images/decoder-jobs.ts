import type { FocusPoint, ImageParams, ImagePreset } from '#core/domain/image-params.ts';
import type { ErrorCode, ErrorParams } from '#core/domain/errors.ts';
import type { PhotoMetadata } from '#core/domain/photos.ts';
import type { ImageType } from '#functions/lib/content-type.ts';

/** What the decoder process is asked for. Pictures go over the disk, never over the pipe. */
export type DecoderJob = {
  rendition: {
    kind: 'rendition';
    input: string;
    type: ImageType;
    output: string;
    params: ImageParams;
    focal: FocusPoint | null;
  };
  set: {
    kind: 'set';
    input: string;
    type: ImageType;
    outputs: Record<ImagePreset, string>;
    focal: FocusPoint | null;
    timeZone: string;
  };
};

export type JobKind = keyof DecoderJob;

/** What it answers. Width and height as shown, `capturedAt` in epoch milliseconds, `thumbhash` in base64. */
export type DecoderResult = {
  rendition: { bytes: number };
  set: {
    width: number;
    height: number;
    orientation: number;
    capturedAt: number | null;
    metadata: PhotoMetadata;
    thumbhash: string;
  };
};

export type WorkerReply =
  | { ok: true; result: DecoderResult[JobKind] }
  /** The picture is at fault: trying again is in vain. */
  | { ok: false; code: ErrorCode; params: ErrorParams }
  /** The machine is at fault (disk, memory): it may work the next time. */
  | { ok: false; message: string };
