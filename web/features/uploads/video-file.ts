import { readVideoContainer, type VideoData } from '#core/domain/photos/video-container.ts';
import { type Playback, playbackOf, POSTER_SIDE, POSTER_TYPE } from '#core/domain/photos/videos.ts';

/** Facts of a video that the uploader reads before it is sent. */
export interface VideoFile {
  /** JPEG. Null if the browser cannot draw; the server then makes a neutral one. */
  poster: Blob | null;
  playback: Playback;
}

/** Maximum time to open a video and to seek, in milliseconds; then it gets a poster with its name. */
const TIMEOUT_MS = 10_000;
/** Position of the poster in seconds: many clips begin with black. */
const POSTER_AT = 1;
const QUALITY = 0.85;

/**
 * Draws a poster and reads how widely the video plays. A file that cannot be read counts as one that plays everywhere:
 * the server refuses it with the reason.
 */
export async function readVideoFile(file: File): Promise<VideoFile> {
  const read = async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer());
  const video = await readVideoContainer(file.size, read).catch(() => null);
  const poster = await drawFrame(file)
    .catch(() => drawName(file.name, video))
    .catch(() => null);
  return { poster, playback: video ? playbackOf(video) : 'everywhere' };
}

/** @throws if the browser cannot decode the video */
async function drawFrame(file: File): Promise<Blob> {
  const video = document.createElement('video');
  // Without these two, phones do not decode before a tap.
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  const url = URL.createObjectURL(file);
  try {
    const opened = happened(video, 'loadeddata');
    video.src = url;
    await opened;
    const sought = happened(video, 'seeked');
    video.currentTime = Math.min(POSTER_AT, Number.isFinite(video.duration) ? video.duration / 2 : POSTER_AT);
    await sought;
    return await draw({ width: video.videoWidth, height: video.videoHeight }, (context, { width, height }) =>
      context.drawImage(video, 0, 0, width, height),
    );
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

function happened(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the video does not open')), TIMEOUT_MS);
    const end = (then: () => void) => () => {
      clearTimeout(timer);
      then();
    };
    video.addEventListener(event, end(resolve), { once: true });
    video.addEventListener(
      'error',
      end(() => reject(new Error('the video cannot be decoded'))),
      { once: true },
    );
  });
}

/** Draws the file's name on the veil of photographs, in the video's proportions. */
function drawName(name: string, video: VideoData | null): Promise<Blob> {
  return draw(video ?? { width: 1280, height: 720 }, (context, { width, height }) => {
    const { fontFamily } = getComputedStyle(document.body);
    const tokens = getComputedStyle(document.documentElement);
    context.fillStyle = tokens.getPropertyValue('--on-photo');
    context.fillRect(0, 0, width, height);
    // The veil is translucent: twice over the light ground it is dark enough for the play mark.
    context.fillStyle = tokens.getPropertyValue('--photo-veil');
    for (let layer = 0; layer < 2; layer += 1) context.fillRect(0, 0, width, height);
    context.fillStyle = tokens.getPropertyValue('--on-photo');
    context.textAlign = 'center';
    context.font = `${Math.round(Math.min(width, height) / 14)}px ${fontFamily}`;
    context.fillText(name, width / 2, height * 0.82, width * 0.9);
  });
}

interface Size {
  width: number;
  height: number;
}

async function draw(size: Size, paint: (context: CanvasRenderingContext2D, size: Size) => void): Promise<Blob> {
  const scale = Math.min(1, POSTER_SIDE / Math.max(size.width, size.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(size.width * scale));
  canvas.height = Math.max(1, Math.round(size.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  paint(context, canvas);
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), POSTER_TYPE, QUALITY);
  return promise;
}
