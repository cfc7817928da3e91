import { S3Error } from './errors.ts';
import { answerEmpty, answerXml, type Exchange } from './exchange.ts';
import { receiveText } from './payload.ts';
import { parseXml } from './xml.ts';

export function headBucket({ store, response }: Exchange): void {
  answerEmpty(response, 200, { 'x-amz-bucket-region': store.region });
}

export function listBuckets({ store, response }: Exchange): void {
  const buckets = store.buckets.list().map(({ name, created }) => ({
    Name: name,
    CreationDate: new Date(created).toISOString(),
  }));
  answerXml(response, 'ListAllMyBucketsResult', { Owner: { ID: 'local' }, Buckets: { Bucket: buckets } });
}

export function getBucketLocation({ store, response }: Exchange): void {
  // S3 names no region for the oldest one.
  answerXml(response, 'LocationConstraint', { '#text': store.region === 'us-east-1' ? '' : store.region });
}

export async function createBucket({ store, request, response, accept }: Exchange): Promise<void> {
  const hasBody = (request.headers.get('content-length') ?? '0') !== '0' || request.headers.has('transfer-encoding');
  if (hasBody) {
    const document = parseXml(await receiveText(request, accept), 'CreateBucketConfiguration');
    for (const name of Object.keys(document)) {
      if (name !== '#text' && name !== 'LocationConstraint') throw new S3Error('NotImplemented');
    }
    const location = document['LocationConstraint'];
    if (location !== undefined && location !== store.region) throw new S3Error('IllegalLocationConstraintException');
  }
  store.buckets.create(request.bucket, store.now());
  answerEmpty(response, 200, { location: `/${request.bucket}` });
}
