import { AppError } from '#core/domain/values/errors.ts';
import type { UploadedPart } from './multipart.ts';
import type { Storage } from './storage.ts';

/** S3 takes 10,000 parts of at least 5 MiB; this size allows objects of 156 GiB. */
const PART_BYTES = 16 * 1024 ** 2;
/** Concurrent part uploads, while the next part is filled. */
const MAX_CONCURRENT_PARTS = 2;

/**
 * Stores a stream of any length as a multipart object in the rendition bucket. Buffers only the parts in flight and the
 * one being filled, so it applies back-pressure. Aborts the upload on any error.
 * @returns the number of bytes
 */
export async function storeStream(
  { multipart }: Pick<Storage, 'multipart'>,
  key: string,
  stream: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<number> {
  const uploadId = await multipart.create('renditions', key, contentType);
  try {
    const { parts, size } = await sendParts(stream, (number, body) =>
      multipart.uploadPart('renditions', key, uploadId, number, body),
    );
    // Another run aborted this upload as abandoned.
    if ((await multipart.complete('renditions', key, uploadId, parts)) !== 'stored') throw new AppError('unavailable');
    return size;
  } catch (error) {
    await multipart.abort('renditions', key, uploadId).catch(() => undefined);
    throw error;
  }
}

type SendPart = (number: number, body: Uint8Array<ArrayBuffer>) => Promise<UploadedPart>;

async function sendParts(stream: AsyncIterable<Uint8Array>, send: SendPart) {
  const parts: UploadedPart[] = [];
  const sending = new Set<Promise<void>>();
  const free: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let number = 0;
  const dispatch = async (buffer: Uint8Array<ArrayBuffer>, length: number) => {
    while (sending.size >= MAX_CONCURRENT_PARTS) await Promise.race(sending);
    const sent = send(++number, buffer.subarray(0, length)).then((part) => {
      parts.push(part);
      free.push(buffer);
    });
    const one = sent.finally(() => sending.delete(one));
    one.catch(() => undefined);
    sending.add(one);
  };
  try {
    let buffer = new Uint8Array(PART_BYTES);
    let filled = 0;
    for await (const chunk of stream) {
      for (let taken = 0; taken < chunk.length;) {
        const piece = chunk.subarray(taken, taken + PART_BYTES - filled);
        buffer.set(piece, filled);
        [taken, filled] = [taken + piece.length, filled + piece.length];
        if (filled < PART_BYTES) continue;
        await dispatch(buffer, filled);
        [buffer, filled] = [free.pop() ?? new Uint8Array(PART_BYTES), 0];
      }
      size += chunk.length;
    }
    if (filled > 0) await dispatch(buffer, filled);
    await Promise.all(sending);
    return { parts, size };
  } catch (error) {
    // Wait for requests in flight before the abort: S3 would otherwise store their parts after it.
    await Promise.allSettled(sending);
    throw error;
  }
}
