import {
  type _Object,
  type $Command,
  S3Client,
  type S3ClientResolvedConfig,
  type ServiceInputTypes,
  type ServiceOutputTypes,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { AppError } from '#core/domain/values/errors.ts';
import { describeError, log } from '../observability/telemetry.ts';

/** The two buckets, named by content. */
export type BucketName = 'originals' | 'renditions';

export interface S3Options {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
  /** Endpoint of another S3 than the region's, addressed by path. */
  endpoint?: string | undefined;
}

type S3Command<Input extends ServiceInputTypes, Output extends ServiceOutputTypes> = $Command<
  Input,
  Output,
  S3ClientResolvedConfig,
  ServiceInputTypes,
  ServiceOutputTypes
>;

/** A response: `output` is null for an expected error, which `status` tells. */
export interface S3Response<Output> {
  status: number;
  output: Output | null;
}

/** S3 calls with the product's time limits and errors, the base of `storage.ts` and `multipart.ts`. */
export interface S3 {
  /** @throws AppError `unavailable` while S3 is unreachable; Error for any other error of S3 */
  send: <I extends ServiceInputTypes, O extends ServiceOutputTypes>(command: S3Command<I, O>) => Promise<O>;
  /**
   * Sends a command and returns errors with these statuses.
   * @param timeoutMs limit for all attempts and the body of the response
   */
  trySend: <I extends ServiceInputTypes, O extends ServiceOutputTypes>(
    command: S3Command<I, O>,
    expected: readonly number[],
    timeoutMs?: number,
  ) => Promise<S3Response<O>>;
  /** Returns a URL that requires the command's length and these of its headers. */
  presign: <I extends ServiceInputTypes, O extends ServiceOutputTypes>(
    command: S3Command<I, O>,
    expiresS: number,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<string>;
}

const REQUEST_TIMEOUT_MS = 30_000;

/** Returns the SDK's client. @param maxAttempts of a request that S3 does not answer, or answers with 429 or 5xx */
export function s3Client(
  { region, accessKeyId, secretAccessKey, sessionToken, endpoint }: S3Options,
  maxAttempts = 3,
): S3Client {
  return new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts,
    // By default, a presigned URL contains the checksum of the body at the time of signing, which is empty.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // By default, each body above 2 MB uses a new connection, to wait for S3's `100 Continue`.
    expectContinueHeader: false,
  });
}

export function s3Calls(client: S3Client): S3 {
  const trySend: S3['trySend'] = async (command, expected, timeoutMs = REQUEST_TIMEOUT_MS) => {
    try {
      const output = await client.send(command, { abortSignal: AbortSignal.timeout(timeoutMs) });
      return { status: output.$metadata.httpStatusCode!, output };
    } catch (error) {
      const status = statusOf(error);
      if (status !== null && expected.includes(status)) return { status, output: null };
      if (status === null) log('error', 'storage_unavailable', describeError(error));
      else log('error', 'storage_refused', { status, code: (error as Error).name });
      if (status === null || status >= 500) throw new AppError('unavailable', { retryAfter: 2 });
      throw new Error(`S3 answered ${status}`, { cause: error });
    }
  };
  return {
    trySend,
    send: async (command) => (await trySend(command, [])).output!,
    presign: (command, expiresS, headers = {}) =>
      getSignedUrl(client, command, {
        expiresIn: expiresS,
        // By default, a URL neither contains the type nor leaves checksums to the headers.
        signableHeaders: new Set(Object.keys(headers)),
        unhoistableHeaders: new Set(Object.keys(headers)),
      }),
  };
}

/** Returns the status of a response that the SDK threw as an error; null if there was no response. */
export function statusOf(error: unknown): number | null {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode ?? null;
}

/** Returns an ETag without its quotes. */
export function unquoted(etag = ''): string {
  return etag.replaceAll('"', '');
}

export interface ListedObject {
  key: string;
  /** Bytes. */
  size: number;
  etag: string;
  /** Epoch milliseconds, by S3’s clock. */
  modifiedAt: number;
}

export function toListedObject({ Key, Size, ETag, LastModified }: _Object): ListedObject {
  return { key: Key!, size: Size!, etag: unquoted(ETag), modifiedAt: LastModified!.getTime() };
}
