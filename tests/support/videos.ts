import { readFile } from 'node:fs/promises';

/*
 * Clips of two seconds, 128×72, made with ffmpeg: H.264 with sound, a location and a capture time; HEVC rotated by a
 * quarter, in QuickTime; twelve seconds of VP8, to be played; and sound alone.
 */
const clip = (name: string) => () => readFile(new URL(`./videos/${name}`, import.meta.url));

export const h264 = clip('h264.mp4');
export const hevc = clip('hevc.mov');
export const vp8 = clip('vp8.webm');
export const soundAlone = clip('sound.mp4');

/** Capture time of `h264`. */
export const CAPTURED_AT = Date.parse('2026-06-20T16:30:00Z');

/** Returns an MP4 or MOV with another length in its header, in milliseconds. */
export function withDuration(video: Buffer, ms: number): Buffer {
  const copy = Buffer.from(video);
  const header = copy.indexOf('mvhd') + 4;
  copy.writeUInt32BE(Math.round((ms / 1000) * copy.readUInt32BE(header + 12)), header + 16);
  return copy;
}
