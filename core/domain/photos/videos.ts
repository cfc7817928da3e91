import { MINUTE_MS } from '../values/durations.ts';
import type { VideoData } from './video-container.ts';

/** Longest video, in milliseconds: a clip beside photographs, not a film. The bytes are limited by `MAX_PHOTO_BYTES`. */
export const MAX_VIDEO_MS = 10 * MINUTE_MS;

/** Maximum bytes of a poster, a JPEG of `POSTER_SIDE` pixels: many times what a browser's encoder needs for it. */
export const MAX_POSTER_BYTES = 4 * 1024 * 1024;
/** Longest side of a poster in pixels: that of the fullscreen rendition. */
export const POSTER_SIDE = 1920;
export const POSTER_TYPE = 'image/jpeg';

export const isVideo = ({ mimeType }: { mimeType: string }): boolean => mimeType.startsWith('video/');

/** Returns the key of a video's poster, the picture from which its renditions are made. It lies below the original. */
export const posterKey = (originalKey: string): string => `${originalKey}/poster`;

/** Returns a length as `0:42` or `1:02:03`, as players write it in every language. */
export function clockTime(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const two = (value: number) => String(value).padStart(2, '0');
  const start = minutes < 60 ? String(minutes) : `${Math.floor(minutes / 60)}:${two(minutes % 60)}`;
  return `${start}:${two(seconds % 60)}`;
}

/**
 * How widely a video plays, unchanged as it is delivered: H.264 everywhere; HEVC on Apple's devices and newer others;
 * WebM not on older iPhones; any other codec hardly anywhere.
 */
export type Playback = 'everywhere' | 'hevc' | 'webm' | 'other';

export function playbackOf({ mimeType, codec }: Pick<VideoData, 'mimeType' | 'codec'>): Playback {
  if (mimeType === 'video/webm') return 'webm';
  return codec === 'h264' ? 'everywhere' : codec;
}

/** Returns a video's length as `0:42`; empty if its container states none. */
export const videoLength = ({ durationMs }: { durationMs?: number | null | undefined }): string =>
  durationMs == null ? '' : clockTime(durationMs);

/** Address of a video for players; redirects to storage (core/api/public.ts, play). */
export function playHref(galleryId: string, photoId: string): string {
  return `/api/p/${encodeURIComponent(galleryId)}/photos/${encodeURIComponent(photoId)}/play`;
}
