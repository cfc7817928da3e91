import { checksumElement, parseAlgorithm } from './checksums.ts';
import { S3Error } from './errors.ts';
import { answerEmpty, answerXml, type Exchange, quoteEtag } from './exchange.ts';
import { readEncoding, readLimit } from './listing.ts';
import { receiveBlob } from './payload.ts';
import { checksumHeaders, readStoredHeaders } from './stored-headers.ts';
import type { Part } from './uploads.ts';
import type { XmlElements } from './xml.ts';

const maximumPartNumber = 10_000;

export function createUpload({ store, request, response }: Exchange): void {
  const { bucket, key, headers } = request;
  const algorithm = headers.get('x-amz-checksum-algorithm');
  const type = headers.get('x-amz-checksum-type') ?? 'COMPOSITE';
  if (type !== 'COMPOSITE') throw new S3Error('NotImplemented', `Checksums of type ${type} are not implemented.`);
  const id = store.uploads.create({
    bucket,
    key,
    headers: readStoredHeaders(headers),
    algorithm: algorithm === undefined ? undefined : parseAlgorithm(algorithm),
    initiated: store.now(),
  });
  const answered =
    algorithm === undefined ? {} : { 'x-amz-checksum-algorithm': algorithm, 'x-amz-checksum-type': type };
  answerXml(response, 'InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId: id }, answered);
}

export async function uploadPart({ store, request, response, accept }: Exchange): Promise<void> {
  const { bucket, key, query } = request;
  const number = Number(query.get('partNumber'));
  if (!/^\d{1,5}$/.test(query.get('partNumber') ?? '') || number < 1 || number > maximumPartNumber) {
    throw new S3Error('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive');
  }
  const upload = store.uploads.require(query.get('uploadId') ?? '', bucket, key);
  const received = await receiveBlob(request, store.blobs, accept);
  let replaced: string | undefined;
  try {
    if (upload.algorithm !== undefined && received.checksum?.algorithm !== upload.algorithm) {
      const actual = received.checksum?.algorithm ?? 'null';
      const message = `Checksum Type mismatch occurred, expected checksum Type: ${upload.algorithm}, actual: ${actual}`;
      throw new S3Error('InvalidRequest', message);
    }
    replaced = store.uploads.putPart(upload, { ...received, number, modified: store.now() });
  } catch (error) {
    await store.blobs.discard(received.blob);
    throw error;
  }
  if (replaced !== undefined) await store.blobs.discard(replaced);
  answerEmpty(response, 200, { etag: quoteEtag(received.etag), ...checksumHeaders(received.checksum) });
}

export async function abortUpload({ store, request, response }: Exchange): Promise<void> {
  const { id } = store.uploads.require(request.query.get('uploadId') ?? '', request.bucket, request.key);
  const parts = store.uploads.parts(id);
  store.uploads.delete(id);
  for (const { blob } of parts) await store.blobs.discard(blob);
  answerEmpty(response, 204);
}

function describePart({ number, modified, etag, size, checksum }: Part): XmlElements {
  return {
    PartNumber: number,
    LastModified: new Date(modified).toISOString(),
    ETag: quoteEtag(etag),
    Size: size,
    ...(checksum && { [checksumElement(checksum.algorithm)]: checksum.value }),
  };
}

export function listParts({ store, request, response }: Exchange): void {
  const { bucket, key, query } = request;
  const upload = store.uploads.require(query.get('uploadId') ?? '', bucket, key);
  const marker = query.get('part-number-marker') || '0';
  if (!/^\d{1,9}$/.test(marker)) throw new S3Error('InvalidArgument', 'part-number-marker must be an integer');
  const limit = readLimit(query.get('max-parts'));
  const parts = store.uploads.parts(upload.id, Number(marker));
  const page = parts.slice(0, limit);
  answerXml(response, 'ListPartsResult', {
    Bucket: bucket,
    Key: key,
    UploadId: upload.id,
    PartNumberMarker: marker,
    NextPartNumberMarker: page.at(-1)?.number ?? 0,
    MaxParts: limit,
    IsTruncated: parts.length > page.length,
    StorageClass: 'STANDARD',
    ChecksumAlgorithm: upload.algorithm?.toUpperCase(),
    ChecksumType: upload.algorithm && 'COMPOSITE',
    Part: page.map(describePart),
  });
}

export function listUploads({ store, request, response }: Exchange): void {
  const { bucket, query } = request;
  const encode = readEncoding(query);
  const prefix = query.get('prefix') ?? '';
  const keyMarker = query.get('key-marker') ?? '';
  const idMarker = query.get('upload-id-marker') ?? '';
  const limit = readLimit(query.get('max-uploads'));
  // Without an id, continue after all uploads of the marker's key: every id sorts before this one.
  const after = { key: keyMarker, id: idMarker || '\u{10ffff}' };
  const uploads = store.uploads.list(bucket, prefix, after, limit + 1);
  const page = uploads.slice(0, limit);
  const last = page.at(-1);
  answerXml(response, 'ListMultipartUploadsResult', {
    Bucket: bucket,
    KeyMarker: encode(keyMarker),
    UploadIdMarker: idMarker,
    NextKeyMarker: last && encode(last.key),
    NextUploadIdMarker: last?.id,
    Prefix: encode(prefix),
    EncodingType: query.get('encoding-type'),
    MaxUploads: limit,
    IsTruncated: limit > 0 && uploads.length > limit,
    Upload: page.map(({ key, id, initiated, algorithm }) => ({
      Key: encode(key),
      UploadId: id,
      Initiated: new Date(initiated).toISOString(),
      StorageClass: 'STANDARD',
      ChecksumAlgorithm: algorithm?.toUpperCase(),
    })),
  });
}
