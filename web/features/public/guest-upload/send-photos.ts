import type { uploads } from '#core/api/uploads.ts';
import type { BodyInput, ResponseOf } from '#core/api/endpoint.ts';
import { GUEST_PHOTO_TYPES, MAX_GUEST_PHOTO_BYTES } from '#core/domain/photos/uploads.ts';
import { isFailure } from '../shell/failure.ts';
import type { PublicApi } from '../shell/public-api.ts';

/** A chosen file on its way. `code`: why it was refused, or `network`, after which it may be sent again. */
export interface GuestItem {
  photoId: string;
  file: File;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  code?: string | undefined;
}

type GuestType = (typeof GUEST_PHOTO_TYPES)[number];

/** Types by extension, for phones that report none for HEIC. */
const BY_EXTENSION: Readonly<Record<string, GuestType>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heic: 'image/heic',
  heif: 'image/heif',
};

/** Returns the file's type, or why it cannot be sent. */
export function checkGuestFile({
  name,
  type,
  size,
}: Pick<File, 'name' | 'type' | 'size'>): GuestType | { code: string } {
  const known = GUEST_PHOTO_TYPES.find((one) => one === type) ?? BY_EXTENSION[name.split('.').at(-1)!.toLowerCase()];
  if (!known) return { code: 'not_an_image' };
  if (size === 0) return { code: 'empty' };
  return size > MAX_GUEST_PHOTO_BYTES ? { code: 'too_large' } : known;
}

interface GuestSender {
  call: PublicApi['call'];
  /** Stores a body; resolves with the HTTP status, 0 without an answer. */
  put: (url: string, headers: Record<string, string>, body: Blob) => Promise<number>;
  wait: (ms: number) => Promise<void>;
  /** Path of the link's endpoints, `/api/guest-uploads/{token}`. */
  base: string;
}

/** Pauses before further attempts, in milliseconds: a phone that changes from one network to another. */
const PAUSES_MS = [1000, 4000, 10_000];
/** Photos of one request for addresses: few, because the photos on the way are limited for all guests of a network. */
const BATCH = 6;
/** Pauses before a photo is tried again while too many of the network are on the way, in milliseconds. */
const BUSY_MS = [10_000, 20_000, 30_000];
/** PUTs at a time: more would slow each other down on a phone's line. */
const PARALLEL = 2;

/**
 * Sends photos, six with each request for addresses, and reports each item's change. Failed requests are repeated;
 * what still fails is `failed` with `network` and may be sent again under the same id, which stores nothing twice.
 */
export async function sendPhotos(
  { call, put, wait, base }: GuestSender,
  name: string,
  items: readonly GuestItem[],
  onChange: (photoId: string, change: Pick<GuestItem, 'state' | 'code'>) => void,
): Promise<void> {
  const again = async <T>(attempt: () => Promise<T>): Promise<T> => {
    for (const pause of PAUSES_MS) {
      try {
        return await attempt();
      } catch (error) {
        if (!isFailure(error, 'network') && !isFailure(error, 'unavailable')) throw error;
        await wait(pause);
      }
    }
    return attempt();
  };
  for (let at = 0; at < items.length; at += BATCH) await sendBatch(items.slice(at, at + BATCH), BUSY_MS);

  async function sendBatch(batch: readonly GuestItem[], [pause, ...pauses]: readonly number[]): Promise<void> {
    const files: BodyInput<typeof uploads.guestPresign>['files'] = [];
    for (const { photoId, file } of batch) {
      const type = checkGuestFile(file);
      if (typeof type === 'object') onChange(photoId, { state: 'failed', code: type.code });
      else {
        onChange(photoId, { state: 'sending' });
        const sha256 = await hash(file).catch(() => null);
        // A file that was moved or deleted meanwhile.
        if (sha256 === null) onChange(photoId, { state: 'failed', code: 'upload_missing' });
        else files.push({ photoId, filename: file.name.slice(-255), size: file.size, type, ...(sha256 && { sha256 }) });
      }
    }
    if (files.length === 0) return;
    try {
      const path = `${base}/presign`;
      const answer = await again(() => call<ResponseOf<typeof uploads.guestPresign>>('POST', path, { name, files }));
      const busy = new Set<string>();
      for (const { photoId, code } of answer.refused) {
        if (code === 'rate_limited' && pause !== undefined) busy.add(photoId);
        else
          // Added before, by this guest or another: nothing is left to do.
          onChange(photoId, code === 'duplicate' ? { state: 'done' } : { state: 'failed', code });
      }
      const stored = [...answer.arrived, ...(await store(batch, answer.uploads))];
      if (stored.length > 0) await confirm(stored);
      if (busy.size === 0 || pause === undefined) return;
      await wait(pause);
      await sendBatch(
        batch.filter(({ photoId }) => busy.has(photoId)),
        pauses,
      );
    } catch (error) {
      const code = isFailure(error) ? error.code : 'unknown';
      for (const { photoId } of files) onChange(photoId, { state: 'failed', code });
    }
  }

  async function store(
    batch: readonly GuestItem[],
    puts: ResponseOf<typeof uploads.guestPresign>['uploads'],
  ): Promise<string[]> {
    const [queue, stored] = [[...puts], [] as string[]];
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { photoId, url, headers } = next;
        const file = batch.find((item) => item.photoId === photoId)?.file;
        if (!file) continue;
        let status = await put(url, headers, file);
        for (const pause of PAUSES_MS) {
          if (status !== 0 && status < 500) break;
          await wait(pause);
          status = await put(url, headers, file);
        }
        // 412: an earlier attempt has stored it, whose answer was lost.
        if (status === 200 || status === 412) stored.push(photoId);
        else onChange(photoId, { state: 'failed', code: 'network' });
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    return stored;
  }

  async function confirm(photoIds: readonly string[]): Promise<void> {
    const path = `${base}/complete`;
    const answer = await again(() => call<ResponseOf<typeof uploads.guestComplete>>('POST', path, { photoIds }));
    for (const { photoId, failure } of answer.photos) {
      onChange(photoId, failure ? { state: 'failed', code: failure } : { state: 'done' });
    }
    for (const { photoId } of answer.refused) onChange(photoId, { state: 'failed', code: 'network' });
  }
}

/** Returns the SHA-256 of a file in hexadecimal; '' where the browser has no WebCrypto, on an insecure origin. */
async function hash(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  if (!globalThis.crypto?.subtle) return '';
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
