import { createHash } from 'node:crypto';
import { isMissingFile } from './blobs.ts';
import { type Checksum, checksumElement, composeChecksum } from './checksums.ts';
import { checkWrite, readWriteConditions } from './conditions.ts';
import { S3Error } from './errors.ts';
import { answerXml, type Exchange, quoteEtag, type Store } from './exchange.ts';
import { receiveText } from './payload.ts';
import { commitBlob } from './put-object.ts';
import { encodePath } from './request.ts';
import type { Part, Upload } from './uploads.ts';
import { isRecord, parseXml } from './xml.ts';

/** Minimum bytes of all parts but the last, 5 MiB. */
const minimumPartBytes = 5 * 1024 ** 2;
const maximumParts = 10_000;

/** Checks one `<Part>` of the client's list against the stored part. */
function choosePart(entry: unknown, stored: ReadonlyMap<number, Part>, { algorithm }: Upload): Part {
  const number = isRecord(entry) ? entry['PartNumber'] : undefined;
  const etag = isRecord(entry) ? entry['ETag'] : undefined;
  if (!isRecord(entry) || typeof number !== 'string' || typeof etag !== 'string' || !/^\d{1,5}$/.test(number)) {
    throw new S3Error('MalformedXML');
  }
  const part = stored.get(Number(number));
  const details = { PartNumber: number };
  if (!part || part.etag !== etag.replaceAll('"', '')) throw new S3Error('InvalidPart', undefined, { details });
  if (algorithm === undefined) return part;
  const checksum = entry[checksumElement(algorithm)];
  if (checksum === undefined) {
    const message = `The upload was created using a ${algorithm} checksum. The complete request must include the checksum for each part. It was missing for part ${number} in the request.`;
    throw new S3Error('InvalidRequest', message);
  }
  if (checksum !== part.checksum?.value) throw new S3Error('InvalidPart', undefined, { details });
  return part;
}

/** @throws S3Error MalformedXML, InvalidPart, InvalidPartOrder, EntityTooSmall, InvalidRequest */
function chooseParts(text: string, upload: Upload, stored: readonly Part[]): Part[] {
  const entries = parseXml(text, 'CompleteMultipartUpload')['Part'];
  if (!Array.isArray(entries) || entries.length > maximumParts) throw new S3Error('MalformedXML');
  const byNumber = new Map(stored.map((part) => [part.number, part]));
  const parts = entries.map((entry: unknown) => choosePart(entry, byNumber, upload));
  for (const [index, part] of parts.entries()) {
    const following = parts[index + 1];
    if (!following) continue;
    if (following.number <= part.number) throw new S3Error('InvalidPartOrder');
    if (part.size < minimumPartBytes) {
      throw new S3Error('EntityTooSmall', undefined, { details: { PartNumber: String(part.number) } });
    }
  }
  return parts;
}

/** MD5 of the parts' MD5s, with their number. */
function composeEtag(parts: readonly Part[]): string {
  const md5 = createHash('md5');
  for (const { etag } of parts) md5.update(Buffer.from(etag, 'hex'));
  return `${md5.digest('hex')}-${parts.length}`;
}

function composeParts({ algorithm }: Upload, parts: readonly Part[]): Checksum | undefined {
  if (algorithm === undefined) return undefined;
  return composeChecksum(
    algorithm,
    parts.flatMap(({ checksum }) => checksum ?? []),
  );
}

/**
 * Checks again: a concurrent request may abort or complete the upload or replace a part. @throws S3Error NoSuchUpload,
 * InvalidPart
 */
function requireParts({ uploads }: Store, { id, bucket, key }: Upload, parts: readonly Part[]): readonly Part[] {
  uploads.require(id, bucket, key);
  const current = uploads.parts(id);
  const blobs = new Set(current.map(({ blob }) => blob));
  if (!parts.every(({ blob }) => blobs.has(blob))) throw new S3Error('InvalidPart');
  return current;
}

async function concatenate(store: Store, upload: Upload, parts: readonly Part[]): Promise<string> {
  try {
    return await store.blobs.concatenate(parts.map(({ blob }) => blob));
  } catch (error) {
    if (isMissingFile(error)) requireParts(store, upload, parts);
    throw error;
  }
}

export async function completeUpload({ store, request, response, accept }: Exchange): Promise<void> {
  const { bucket, key, query, headers } = request;
  const conditions = readWriteConditions(headers);
  const upload = store.uploads.require(query.get('uploadId') ?? '', bucket, key);
  const text = await receiveText(request, accept);
  const stored = store.uploads.parts(upload.id);
  const parts = chooseParts(text, upload, stored);
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  const announced = headers.get('x-amz-mp-object-size');
  if (announced !== undefined && announced !== String(size)) {
    throw new S3Error('InvalidRequest', `The x-amz-mp-object-size ${announced} is not the size of the parts, ${size}.`);
  }
  checkWrite(conditions, store.objects.find(bucket, key));

  const blob = await concatenate(store, upload, parts);
  const etag = composeEtag(parts);
  const checksum = composeParts(upload, parts);
  const discarded: Part[] = [];
  await commitBlob(store, {
    bucket,
    key,
    object: { blob, size, etag, headers: upload.headers, checksum, modified: store.now() },
    conditions,
    event: 'ObjectCreated:CompleteMultipartUpload',
    alongside() {
      discarded.push(...requireParts(store, upload, parts));
      store.uploads.delete(upload.id);
    },
  });
  for (const part of discarded) await store.blobs.discard(part.blob);
  answerXml(response, 'CompleteMultipartUploadResult', {
    Location: `http://${headers.get('host') ?? ''}/${bucket}/${encodePath(key)}`,
    Bucket: bucket,
    Key: key,
    ETag: quoteEtag(etag),
    ...(checksum && { [checksumElement(checksum.algorithm)]: checksum.value, ChecksumType: 'COMPOSITE' }),
  });
}
