import type { ResponseOf } from '#core/api/endpoint.ts';
import type { uploads } from '#core/api/uploads.ts';
import { SECOND_MS } from '#core/domain/values/durations.ts';
import type { PhotoMimeType } from '#core/domain/photos/photos.ts';
import { type FilePart, MULTIPART_BYTES } from '#core/domain/photos/uploads.ts';
import { ApiError } from '#web/lib/api/api-client.ts';
import { checkFile } from './file-check.ts';
import type { FileHashes } from './hash/file-hash.ts';
import { isSending, type UploadItem } from './upload-item.ts';

/*
 * The states of an upload and its transitions, as pure functions:
 *
 *   waiting → uploading → completing → done
 *
 * A waiting file is hashed and presigned; its missing parts are sent; the server completes it. `nextStep` says which of
 * these requests an upload needs, and the queue sends it. Aside from that way:
 *
 *   waiting, uploading → paused → waiting       the user pauses and resumes
 *   waiting, uploading → failed → waiting       after a delay, or when the user retries
 *   completing → failed → waiting               storage does not have the file
 *   any of them → duplicate → waiting, skipped  the gallery has this content; the user answers
 *   any of them → refused                       the server refuses the file for good
 */

export type PresignAnswer = ResponseOf<(typeof uploads)['presign']>;
export type CompletionAnswer = ResponseOf<(typeof uploads)['complete']>;

/** Number of a video's poster among the parts. It is sent before them: the renditions are made once the file arrives. */
export const POSTER = 0;

/** A part that storage does not have, and its presigned PUT. A file sent as a whole is one part. */
export interface PartRequest extends FilePart {
  url: string;
  headers: Record<string, string>;
}

export interface Upload extends UploadItem {
  /** Refers to bytes on disk and does not hold them in memory. */
  file: File;
  type: PhotoMimeType | null;
  /** Undefined until the file was read; null if that failed, which skips the search for duplicates. */
  hashes: FileHashes | null | undefined;
  /** Of a video, drawn while the file is read; null if the browser cannot. */
  poster?: Blob | null;
  /** Section of the new photo. */
  sectionId?: string | undefined;
  /** True once the server may have a row for the photo. */
  isRegistered: boolean;
  /** True while a presign request is under way. */
  isPresigning: boolean;
  /** The server's answer; null before it, and if storage refused a URL. */
  presigned: { at: number; missing: ReadonlyMap<number, PartRequest> } | null;
  /** Bytes of the parts that storage has. */
  stored: number;
  /** True if the user uploads a duplicate anyway. */
  keepDuplicate: boolean;
  /** Number of failures since the last success. */
  failures: number;
  /** Number of times that storage did not have the file after every part was sent. */
  losses: number;
  /** Time of the next step, milliseconds since 1970; `Infinity` if only the user can go on. */
  waitUntil: number;
}

/** Code of a transient failure of the network or the storage. */
export const TRANSIENT_CODE = 'upload_failed';

/** Limits of a plan that have a text of their own. */
const PLAN_LIMITS: ReadonlySet<unknown> = new Set(['stored', 'files']);

/** Returns `limit_files` or `limit_stored` for a limit of the studio's plan, and any other code as it is. */
const planLimitCode = ({ code, params: { limit } }: ApiError): string =>
  code === 'limit_reached' && PLAN_LIMITS.has(limit) ? `limit_${String(limit)}` : code;

/** Returns the code of a failed request; `upload_failed` instead of those that name no reason. */
export function failureCode(error: unknown): string {
  const code = error instanceof ApiError ? planLimitCode(error) : 'unknown';
  return code === 'unknown' || code === 'internal' ? TRANSIENT_CODE : code;
}

/**
 * Maximum age of a presigned URL, milliseconds: enough for 50 files on a slow connection. The server signs for longer.
 * Storage may refuse one earlier, when its signing keys expire.
 */
export const SIGNATURE_MS = 45 * 60 * 1000;

/** Delays in milliseconds. */
export const DELAYS = {
  /** Before each retry. The first is not shown; after the last one the user decides. */
  retry: [500, 2000, 5000, 15_000, 30_000],
  /** For further files before a completion request. */
  completion: 250,
  /** Before a completion request is repeated. The last one repeats without limit, since the file is stored already. */
  completionRetry: [1000, 3000, 10_000, 30_000],
};
export type Delays = typeof DELAYS;

/**
 * Returns an upload of a file; `refused` if its name, type or size does not suit. A file that is no photo is left out,
 * unless it was chosen to replace one.
 */
export function newUpload(
  galleryId: string,
  file: File,
  identity: Pick<Upload, 'photoId' | 'replaces' | 'sectionId'> & { isRegistered?: boolean },
): Upload {
  const check = checkFile(file);
  const isLeftOut = !check.ok && check.code === 'not_an_image' && !identity.replaces;
  return {
    isRegistered: false,
    ...identity,
    galleryId,
    file,
    filename: file.name,
    size: file.size,
    type: check.ok ? check.type : null,
    state: check.ok ? 'waiting' : isLeftOut ? 'left_out' : 'refused',
    code: check.ok || isLeftOut ? null : check.code,
    hashes: undefined,
    ...UNSENT,
    keepDuplicate: false,
    failures: 0,
    losses: 0,
    waitUntil: 0,
  };
}

const UNSENT = { isPresigning: false, presigned: null, stored: 0, sent: 0 } as const;

/** The request that an upload needs now; null if it waits for one, for the user or for a delay, or has ended. */
export function nextStep(upload: Upload, now: number): 'presign' | 'send' | 'complete' | null {
  if (upload.waitUntil > now || upload.isPresigning) return null;
  if (upload.state === 'completing') return 'complete';
  if (!isSending(upload)) return null;
  return upload.presigned && now - upload.presigned.at < SIGNATURE_MS ? 'send' : 'presign';
}

/** Parts that may be sent now, in the order of the uploads: a video's poster before its other parts. */
export function* unsentParts(uploads: readonly Upload[]): Generator<[Upload, PartRequest]> {
  for (const upload of uploads) {
    if (!upload.presigned) continue;
    const { missing } = upload.presigned;
    const poster = missing.get(POSTER);
    for (const part of poster ? [poster] : missing.values()) yield [upload, part];
  }
}

/** The transitions that need no event: a retry is due, or every part is stored. */
export function settled(upload: Upload, now: number, delays: Delays): Upload {
  if (upload.state === 'failed' && upload.waitUntil <= now) return { ...upload, state: 'waiting', code: null };
  if (!isSending(upload) || upload.presigned?.missing.size !== 0) return upload;
  return { ...upload, state: 'completing', code: null, failures: 0, waitUntil: now + delays.completion };
}

export const presigning = (upload: Upload): Upload => ({ ...upload, isRegistered: true, isPresigning: true });

/** Returns what the server needs to know of a file before it signs its PUTs. */
export function toPresignFile({ photoId, filename, size, type, hashes, poster, ...choices }: Upload) {
  const { keepDuplicate, replaces, sectionId } = choices;
  const file = { photoId, filename, size, type, ...hashes };
  return {
    ...file,
    ...(poster && { poster: poster.size }),
    ...(keepDuplicate && { keepDuplicate }),
    ...(replaces && { replaces }),
    ...(sectionId && { sectionId }),
  };
}

/** Returns true if `other` is in the upload's gallery, or on its way, and has its content. */
export function isSameContent(other: Upload, { photoId, galleryId, hashes }: Upload): boolean {
  if (other.photoId === photoId || other.galleryId !== galleryId || !hashes) return false;
  const isInGallery = other.isRegistered && !other.replaces && other.state !== 'refused' && other.state !== 'skipped';
  return isInGallery && other.hashes?.sha256 === hashes.sha256;
}

/** Applies the server's list of missing parts. It is authoritative: an upload that the server dropped starts over. */
export function presigned(upload: Upload, answer: PresignAnswer, now: number): Upload {
  const { photoId, size } = upload;
  const refusal = answer.refused.find((one) => one.photoId === photoId);
  if (refusal?.code === 'duplicate') return foundDuplicate(upload, refusal.sameAs);
  const parts = missingParts(upload, answer);
  if (!parts) return refused(upload, refusal?.code ?? 'internal');
  const stored = size - parts.reduce((sum, part) => sum + part.size, 0);
  const picture = answer.posters.find((one) => one.photoId === photoId);
  const poster = picture && { ...picture, number: POSTER, from: 0, size: 0 };
  const missing = new Map([...(poster ? [poster] : []), ...parts].map((part) => [part.number, part]));
  return { ...upload, isPresigning: false, presigned: { at: now, missing }, stored, sent: stored };
}

function missingParts({ photoId, size }: Upload, answer: PresignAnswer): PartRequest[] | null {
  const isOwn = (one: { photoId: string }) => one.photoId === photoId;
  const whole = answer.uploads.find(isOwn);
  if (whole) return [{ number: 1, from: 0, size, url: whole.url, headers: whole.headers }];
  const multipart = answer.multipart.find(isOwn);
  if (!multipart) return answer.arrived.includes(photoId) ? [] : null;
  const { partBytes } = multipart;
  return multipart.parts.map((part) => {
    const from = (part.number - 1) * partBytes;
    return { ...part, from, size: Math.min(partBytes, size - from) };
  });
}

/** @param inTransfer sent bytes of the parts in transfer */
export function progressed(upload: Upload, inTransfer: number): Upload {
  return isSending(upload) ? { ...upload, state: 'uploading', sent: upload.stored + inTransfer } : upload;
}

/** Applies the HTTP status of a part's PUT; 0 without a response. */
export function partSent(upload: Upload, part: FilePart, status: number, now: number, delays: Delays): Upload {
  // 412 from `If-None-Match`: an earlier attempt was stored and its answer lost.
  if ((status >= 200 && status < 300) || status === 412) return partStored(upload, part);
  // The URL or its multipart upload has expired: the server lists the missing parts again.
  const isExpired = status === 403 || status === 404;
  return failed(isExpired ? { ...upload, presigned: null } : upload, TRANSIENT_CODE, now, delays);
}

function partStored(upload: Upload, { number, size }: FilePart): Upload {
  if (!upload.presigned?.missing.has(number)) return upload;
  const missing = new Map(upload.presigned.missing);
  missing.delete(number);
  const stored = upload.stored + size;
  const sent = Math.max(upload.sent, stored);
  return { ...upload, presigned: { ...upload.presigned, missing }, stored, sent, failures: 0 };
}

/** Pause in milliseconds that the server has asked for with its refusal. */
export function askedPause(error: unknown): number {
  return error instanceof ApiError ? Number(error.params['retryAfter'] ?? 0) * SECOND_MS : 0;
}

/**
 * Plans a retry. The first one is not shown, nor are those of a multipart file, whose other parts proceed meanwhile.
 * Parts that fail together count once.
 * @param pause the retry comes no sooner, in milliseconds
 */
export function failed(upload: Upload, code: string, now: number, delays: Delays, pause = 0): Upload {
  const unsent = { ...upload, isPresigning: false, sent: upload.stored };
  if (!isSending(upload) || upload.waitUntil > now) return unsent;
  const failures = upload.failures + 1;
  const waitUntil = now + Math.max(pause, delays.retry[failures - 1] ?? Infinity);
  const isShown = waitUntil === Infinity || (failures > 1 && upload.size <= MULTIPART_BYTES);
  return { ...unsent, failures, waitUntil, ...(isShown && { state: 'failed', code }) };
}

/** Applies the answer to a completion request; without one for this photo the request is repeated. */
export function completed(
  upload: Upload,
  { photos, refused: all }: CompletionAnswer,
  now: number,
  delays: Delays,
): Upload {
  const isOwn = (one: { photoId: string }) => one.photoId === upload.photoId;
  const photo = photos.find(isOwn);
  if (photo) return photo.failure ? refused(upload, photo.failure) : { ...upload, state: 'done' };
  const refusal = all.find(isOwn);
  if (!refusal) return completionFailed(upload, now, delays);
  // Another window uploaded the same content first.
  if (refusal.code === 'duplicate') return foundDuplicate(upload, refusal.sameAs);
  if (refusal.code !== 'upload_missing') return refused(upload, refusal.code);
  // Parts are missing in storage: the server lists them again, at the earliest after the first shown delay.
  const losses = upload.losses + 1;
  const unsent = { ...upload, ...UNSENT, state: 'waiting', losses, failures: losses, waitUntil: 0 } as const;
  return failed(unsent, TRANSIENT_CODE, now, delays);
}

/** @param pause the repetition comes no sooner, in milliseconds */
export function completionFailed(upload: Upload, now: number, { completionRetry }: Delays, pause = 0): Upload {
  const wait = completionRetry[upload.failures] ?? completionRetry.at(-1)!;
  return { ...upload, failures: upload.failures + 1, waitUntil: now + Math.max(pause, wait) };
}

/** Drops the transfer as well: if the user keeps the duplicate, the server lists the missing parts again. */
export function foundDuplicate(upload: Upload, sameAs = ''): Upload {
  return { ...upload, ...UNSENT, state: 'duplicate', code: null, sameAs };
}

export const kept = (upload: Upload): Upload => ({ ...restarted(upload), keepDuplicate: true });

export const skipped = (upload: Upload): Upload => ({ ...upload, state: 'skipped' });

export function refused(upload: Upload, code: string): Upload {
  return { ...upload, state: 'refused', code, isPresigning: false };
}

/** Pauses an upload. Stored parts of a large file are not sent again; a smaller file is one PUT and starts over. */
export function paused(upload: Upload): Upload {
  return { ...restarted(upload), state: 'paused' };
}

/** Sends an upload now, with as many retries as a new file. */
export function restarted(upload: Upload): Upload {
  return { ...upload, state: 'waiting', code: null, sent: upload.stored, failures: 0, losses: 0, waitUntil: 0 };
}
