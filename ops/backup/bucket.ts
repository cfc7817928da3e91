import { AwsClient } from 'aws4fetch';
import { openAsBlob } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { StorageOptions } from '#functions/platform/storage/s3-client.ts';
import { type ListedObject, listedObjects, nextPage } from '#functions/platform/storage/s3-xml.ts';
import { CommandError } from '../lib/command.ts';

/** A bucket of possibly large objects: bodies are streams, and listings include sizes. */
export interface Bucket {
  /** Lists all keys below the prefix in order, in pages of 1,000. */
  list(prefix?: string): AsyncGenerator<ListedObject>;
  /** Null if the object does not exist (any more). */
  get(key: string): Promise<Response | null>;
  /**
   * Uploads a file as an object and overwrites an existing one.
   * @param file.sha256 hex; S3 refuses a body with another hash, so that no damaged file is stored
   */
  put(key: string, path: string, file: ObjectHeaders & { sha256: string }): Promise<void>;
}

export interface ObjectHeaders {
  contentType: string;
  cacheControl: string | null;
}

export type BucketOptions = Omit<StorageOptions, 'buckets'> & { bucket: string };

/** An original has at most 100 MB: ten minutes are 1.4 Mbit/s. */
const TIMEOUT_MS = 600_000;
/** Attempts for a request without a response. The signer repeats 5xx responses. */
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 200;

/** @throws Error `S3 <method>: <status>` for unexpected statuses; keys are our own and need no encoding */
export function openBucket({ bucket, endpoint, sessionToken, ...keys }: BucketOptions): Bucket {
  const client = new AwsClient({ ...keys, ...(sessionToken ? { sessionToken } : {}), service: 's3', retries: 4 });
  const base = endpoint ? `${endpoint}/${bucket}` : `https://${bucket}.s3.${keys.region}.amazonaws.com`;

  async function send(url: string, method: string, accepted: readonly number[], init: RequestInit = {}) {
    const response = await insist(() =>
      client.fetch(url, { ...init, method, signal: AbortSignal.timeout(TIMEOUT_MS) }),
    );
    if (accepted.includes(response.status)) return response;
    await response.body?.cancel();
    throw new CommandError(`S3 ${method} of bucket ${bucket}: ${response.status}`);
  }

  return {
    async *list(prefix = '') {
      let token: string | null = null;
      do {
        const url = new URL(`${base}/?list-type=2`);
        if (prefix) url.searchParams.set('prefix', prefix);
        if (token) url.searchParams.set('continuation-token', token);
        const page: string = await (await send(url.href, 'GET', [200])).text();
        yield* listedObjects(page);
        token = nextPage(page);
      } while (token);
    },
    async get(key) {
      const response = await send(`${base}/${key}`, 'GET', [200, 404]);
      if (response.status === 200) return response;
      await response.body?.cancel();
      return null;
    },
    async put(key, path, { sha256, contentType, cacheControl }) {
      const headers = {
        'content-type': contentType,
        'x-amz-content-sha256': sha256,
        ...(cacheControl ? { 'cache-control': cacheControl } : {}),
      };
      // Streamed from disk with a known length, which S3 requires.
      const response = await send(`${base}/${key}`, 'PUT', [200], { headers, body: await openAsBlob(path) });
      await response.body?.cancel();
    },
  };
}

/** Retries `work`: in a run of hours the network fails for seconds. */
export async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await pause(FIRST_PAUSE_MS * 4 ** (attempt - 1));
    }
  }
}
