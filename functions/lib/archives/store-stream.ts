import { AppError } from '#core/domain/errors.ts';
import type { UploadedPart } from '../multipart.ts';
import type { Storage } from '../storage.ts';

/** S3 takes 10,000 parts of 5 MiB and more: with this, objects of 156 GiB. */
const PART_BYTES = 16 * 1024 ** 2;
/** Sent at a time, while the next is filled. */
const MAX_CONCURRENT_PARTS = 2;

/**
 * Stores a stream of any length as an object among the renditions, in parts; answers its bytes. Holds the parts that
 * are on their way and the one that is filled, and reads no faster than they leave. Whatever goes wrong, nothing of it
 * stays behind.
 */
export async function storeStream(
  { multipart }: Pick<Storage, 'multipart'>,
  key: string,
  stream: ReadableStream<Uint8Array>,
  contentType: string,
): Promise<number> {
  const uploadId = await multipart.create('renditions', key, contentType);
  try {
    const { parts, size } = await sendParts(stream, (number, body) =>
      multipart.uploadPart('renditions', key, uploadId, number, body),
    );
    // Another run took it for abandoned.
    if (!(await multipart.complete('renditions', key, uploadId, parts))) throw new AppError('unavailable');
    return size;
  } catch (error) {
    await multipart.abort('renditions', key, uploadId).catch(() => undefined);
    throw error;
  }
}

type SendPart = (number: number, body: Uint8Array<ArrayBuffer>) => Promise<UploadedPart>;

async function sendParts(stream: ReadableStream<Uint8Array>, send: SendPart) {
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
    // Nothing may still be on its way when the upload is aborted: it would be stored after that, for nobody.
    await Promise.allSettled(sending);
    throw error;
  }
}
