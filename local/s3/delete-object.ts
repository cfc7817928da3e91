import { readDeclaredChecksum } from './checksums.ts';
import { S3Error } from './errors.ts';
import { answerEmpty, answerXml, type Exchange, type Store } from './exchange.ts';
import { receiveText } from './payload.ts';
import { isRecord, parseXml } from './xml.ts';

const maximumKeys = 1000;

async function remove({ objects, blobs, now }: Store, bucket: string, key: string): Promise<void> {
  const blob = objects.delete(bucket, key, now());
  if (blob !== undefined) await blobs.discard(blob);
}

/** Succeeds even if the object does not exist, as in S3. */
export async function deleteObject({ store, request, response }: Exchange): Promise<void> {
  await remove(store, request.bucket, request.key);
  answerEmpty(response, 204);
}

function readKey(entry: unknown): string {
  if (!isRecord(entry)) throw new S3Error('MalformedXML');
  for (const name of Object.keys(entry)) {
    if (name === '#text' || name === 'Key') continue;
    throw new S3Error('NotImplemented', `Deleting by ${name} is not implemented.`);
  }
  const key = entry['Key'];
  if (typeof key !== 'string' || key === '') throw new S3Error('MalformedXML');
  return key;
}

export async function deleteObjects({ store, request, response, accept }: Exchange): Promise<void> {
  if (!request.headers.has('content-md5') && !readDeclaredChecksum(request.headers)) {
    throw new S3Error('InvalidRequest', 'Missing required header for this request: Content-MD5 OR x-amz-checksum-*');
  }
  const document = parseXml(await receiveText(request, accept), 'Delete');
  const entries = document['Object'];
  if (!Array.isArray(entries) || entries.length > maximumKeys) throw new S3Error('MalformedXML');
  const keys = entries.map(readKey);
  for (const key of keys) await remove(store, request.bucket, key);
  const quiet = document['Quiet'] === 'true';
  answerXml(response, 'DeleteResult', { Deleted: quiet ? undefined : keys.map((key) => ({ Key: key })) });
}
