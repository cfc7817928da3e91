import { isMissingFile } from './blobs.ts';
import { checksumElement } from './checksums.ts';
import { checkWrite, readWriteConditions } from './conditions.ts';
import { S3Error } from './errors.ts';
import { answerEmpty, answerXml, type Exchange, quoteEtag, type Store } from './exchange.ts';
import { findObject } from './get-object.ts';
import type { Commit, StoredObject } from './objects.ts';
import { receiveBlob } from './payload.ts';
import { decodeUri } from './request.ts';
import { checksumHeaders, readStoredHeaders } from './stored-headers.ts';

/** Commits a written blob and discards the unused one: the replaced one, or this one on refusal. */
export async function commitBlob({ objects, blobs }: Store, commit: Commit): Promise<void> {
  let replaced: string | undefined;
  try {
    replaced = objects.commit(commit);
  } catch (error) {
    await blobs.discard(commit.object.blob);
    throw error;
  }
  if (replaced !== undefined) await blobs.discard(replaced);
}

export async function putObject({ store, request, response, accept }: Exchange): Promise<void> {
  const { bucket, key } = request;
  const conditions = readWriteConditions(request.headers);
  const headers = readStoredHeaders(request.headers);
  // Checked before the body is sent, and again in the commit.
  checkWrite(conditions, store.objects.find(bucket, key));
  const received = await receiveBlob(request, store.blobs, accept);
  const object = { ...received, headers, modified: store.now() };
  await commitBlob(store, { bucket, key, object, conditions, event: 'ObjectCreated:Put' });
  answerEmpty(response, 200, { etag: quoteEtag(received.etag), ...checksumHeaders(received.checksum) });
}

type Source = StoredObject & { bucket: string; key: string; version: string | undefined };

function findSource(store: Store, copySource: string): Source {
  const [, encoded = '', version] = /^(.*?)(?:\?versionId=([^&]+))?$/.exec(copySource) ?? [];
  if (encoded.includes('?')) throw new S3Error('InvalidArgument', 'Unknown parameter of the copy source.');
  const path = decodeUri(encoded).replace(/^\//, '');
  const slash = path.indexOf('/');
  if (slash < 1 || slash === path.length - 1) {
    throw new S3Error('InvalidArgument', 'Copy Source must mention the source bucket and key: sourcebucket/sourcekey');
  }
  const [bucket, key] = [path.slice(0, slash), path.slice(slash + 1)];
  store.buckets.require(bucket);
  return { ...findObject(store, { bucket, key }, version), bucket, key, version };
}

/** Finds and copies the source; looks it up again if it was replaced in between. */
async function copySource(store: Store, header: string): Promise<StoredObject> {
  const source = findSource(store, header);
  try {
    return { ...source, blob: await store.blobs.copy(source.blob) };
  } catch (error) {
    if (isMissingFile(error) && findSource(store, header).blob !== source.blob) return copySource(store, header);
    throw error;
  }
}

export async function copyObject({ store, request, response }: Exchange): Promise<void> {
  const { bucket, key } = request;
  const header = request.headers.get('x-amz-copy-source') ?? '';
  const directive = request.headers.get('x-amz-metadata-directive') ?? 'COPY';
  if (directive !== 'COPY' && directive !== 'REPLACE')
    throw new S3Error('InvalidArgument', 'Unknown metadata directive.');
  const conditions = readWriteConditions(request.headers);
  const source = findSource(store, header);
  const isItself = source.bucket === bucket && source.key === key && source.version === undefined;
  if (isItself && directive === 'COPY') {
    const message =
      'This copy request is illegal because it is trying to copy an object to itself without changing it.';
    throw new S3Error('InvalidRequest', message);
  }
  const replaced = directive === 'REPLACE' ? readStoredHeaders(request.headers) : undefined;
  checkWrite(conditions, store.objects.find(bucket, key));

  const { blob, size, etag, headers, checksum } = await copySource(store, header);
  const modified = store.now();
  const object = { blob, size, etag, headers: replaced ?? headers, checksum, modified };
  await commitBlob(store, { bucket, key, object, conditions, event: 'ObjectCreated:Copy' });
  answerXml(response, 'CopyObjectResult', {
    LastModified: new Date(modified).toISOString(),
    ETag: quoteEtag(etag),
    ...(checksum && { [checksumElement(checksum.algorithm)]: checksum.value }),
  });
}
