import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { AppError } from '#core/domain/values/errors.ts';
import { attachment } from '../http/content-disposition.ts';
import { s3Multipart } from './multipart.ts';
import { type BucketName, s3Calls, s3Client, toListedObject, unquoted } from './s3-client.ts';
import type { ReadMethod, Storage, StorageOptions } from './storage.ts';

/** The storage of S3 with its client. */
export function loadedStorage({ buckets, ...options }: StorageOptions): Storage {
  const s3 = s3Calls(s3Client(options));
  const { send, trySend, presign } = s3;
  const object = (bucket: BucketName, Key: string) => ({ Bucket: buckets[bucket], Key });

  async function copy(
    bucket: BucketName,
    from: string,
    to: string,
    contentType: string,
    cacheControl?: string,
  ): Promise<boolean> {
    const command = new CopyObjectCommand({
      ...object(bucket, to),
      CopySource: `${buckets[bucket]}/${from}`,
      MetadataDirective: 'REPLACE',
      ContentType: contentType,
      CacheControl: cacheControl,
    });
    return (await trySend(command, [404])).status === 200;
  }

  async function removeKeys(bucket: BucketName, keys: readonly string[]): Promise<void> {
    const Delete = { Quiet: true, Objects: keys.map((Key) => ({ Key })) };
    const { Errors = [] } = await send(new DeleteObjectsCommand({ Bucket: buckets[bucket], Delete }));
    if (Errors.length > 0) throw new AppError('unavailable', { retryAfter: 2 });
  }

  return {
    async presignPut(bucket, key, { size, contentType, sha256 }, expiresS) {
      const checksum = sha256 && Buffer.from(sha256, 'hex').toString('base64');
      const command = new PutObjectCommand({
        ...object(bucket, key),
        ContentType: contentType,
        ContentLength: size,
        IfNoneMatch: '*',
        ...(checksum && { ChecksumSHA256: checksum }),
      });
      // The length is signed but not returned: browsers set it themselves and forbid scripts to set it.
      const headers = {
        'content-type': contentType,
        'if-none-match': '*',
        ...(checksum && { 'x-amz-checksum-sha256': checksum }),
      };
      return { url: await presign(command, expiresS, headers), method: 'PUT', headers };
    },
    presignGet(bucket, key, filename, expiresS, method) {
      const command = readCommand(method, {
        ...object(bucket, key),
        ResponseContentDisposition: attachment(filename),
        ResponseCacheControl: 'private, no-store',
      });
      return presign(command, expiresS);
    },
    presignView(bucket, key, contentType, expiresS, method) {
      const command = readCommand(method, {
        ...object(bucket, key),
        ResponseContentDisposition: 'inline',
        ResponseContentType: contentType,
        ResponseCacheControl: 'private, no-store',
      });
      return presign(command, expiresS);
    },
    async head(bucket, key) {
      const { output } = await trySend(new HeadObjectCommand(object(bucket, key)), [404]);
      if (!output) return null;
      return { size: output.ContentLength!, contentType: output.ContentType ?? '', etag: unquoted(output.ETag) };
    },
    async get(bucket, key, range) {
      const Range = range && `bytes=${range.from}-${range.to}`;
      const { output } = await trySend(new GetObjectCommand({ ...object(bucket, key), Range }), [404]);
      if (!output) return null;
      const body = await output.Body!.transformToByteArray().catch(() => {
        throw new AppError('unavailable', { retryAfter: 2 });
      });
      const size = Number(output.ContentRange?.split('/')[1] ?? output.ContentLength);
      return { bytes: body as Uint8Array<ArrayBuffer>, size };
    },
    async put(bucket, key, body, { contentType, cacheControl, ifAbsent }) {
      const command = new PutObjectCommand({
        ...object(bucket, key),
        Body: body,
        ContentType: contentType,
        CacheControl: cacheControl,
        ...(ifAbsent && { IfNoneMatch: '*' }),
      });
      const { status } = await trySend(command, [409, 412]);
      // Another conditional write to this key is in progress, so S3 cannot decide yet which was first.
      if (status === 409) throw new AppError('unavailable', { retryAfter: 1 });
      return status === 200;
    },
    rewrite: (bucket, key, contentType) => copy(bucket, key, key, contentType),
    copy,
    async remove(bucket, key) {
      await trySend(new DeleteObjectCommand(object(bucket, key)), [404]);
    },
    async removePrefix(bucket, prefix, keep) {
      // An empty or partial prefix would match other objects.
      if (!/^[\w-]+(?:\/[\w-]+)*\/$/.test(prefix))
        throw new Error('A prefix names whole folders and ends with a slash');
      let removed = 0;
      let token: string | undefined;
      do {
        const list = new ListObjectsV2Command({ Bucket: buckets[bucket], Prefix: prefix, ContinuationToken: token });
        const page: ListObjectsV2CommandOutput = await send(list);
        const keys = (page.Contents ?? []).map(({ Key }) => Key!).filter((key) => key !== keep);
        if (keys.length > 0) await removeKeys(bucket, keys);
        removed += keys.length;
        token = page.NextContinuationToken;
      } while (token);
      return removed;
    },
    async list(bucket, after) {
      const command = new ListObjectsV2Command({ Bucket: buckets[bucket], ...(after && { StartAfter: after }) });
      const page = await send(command);
      return { objects: (page.Contents ?? []).map(toListedObject), isLast: !page.NextContinuationToken };
    },
    multipart: s3Multipart(s3, buckets),
  };
}

/** Returns the command whose URL is signed: the method is a part of what is signed. */
function readCommand(
  method: ReadMethod | undefined,
  input: GetObjectCommandInput,
): GetObjectCommand | HeadObjectCommand {
  return method === 'HEAD' ? new HeadObjectCommand(input) : new GetObjectCommand(input);
}
