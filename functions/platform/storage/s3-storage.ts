import { readEnv, STORAGE_ENV } from '../env.ts';
import type { Storage, StorageOptions } from './storage.ts';

/**
 * Returns the storage of S3. Its client is imported by the first call: functions that rarely use the storage start faster.
 * @throws AppError `unavailable` from every call while S3 is unreachable
 */
export function s3Storage(options: StorageOptions): Storage {
  let loaded: Promise<Storage> | undefined;
  const load = () => (loaded ??= import('./loaded-storage.ts').then(({ loadedStorage }) => loadedStorage(options)));
  return {
    presignPut: async (...args) => (await load()).presignPut(...args),
    presignGet: async (...args) => (await load()).presignGet(...args),
    presignView: async (...args) => (await load()).presignView(...args),
    head: async (...args) => (await load()).head(...args),
    get: async (...args) => (await load()).get(...args),
    put: async (...args) => (await load()).put(...args),
    rewrite: async (...args) => (await load()).rewrite(...args),
    copy: async (...args) => (await load()).copy(...args),
    remove: async (...args) => (await load()).remove(...args),
    removePrefix: async (...args) => (await load()).removePrefix(...args),
    list: async (...args) => (await load()).list(...args),
    multipart: {
      create: async (...args) => (await load()).multipart.create(...args),
      uploadPart: async (...args) => (await load()).multipart.uploadPart(...args),
      presignPart: async (...args) => (await load()).multipart.presignPart(...args),
      listParts: async (...args) => (await load()).multipart.listParts(...args),
      complete: async (...args) => (await load()).multipart.complete(...args),
      abort: async (...args) => (await load()).multipart.abort(...args),
      list: async (...args) => (await load()).multipart.list(...args),
    },
  };
}

/** Returns the storage of the environment's two buckets. */
export function storageFromEnv(): Storage {
  const env = readEnv(STORAGE_ENV);
  return s3Storage({
    region: env.AWS_REGION,
    accessKeyId: env.AWS_ACCESS_KEY_ID,
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
    sessionToken: env.AWS_SESSION_TOKEN,
    endpoint: env.S3_ENDPOINT,
    buckets: { originals: env.ORIGINALS_BUCKET, renditions: env.RENDITIONS_BUCKET },
  });
}
