import type { IncomingHttpHeaders } from 'node:http';
import { ORIGINALS_BUCKET, RENDITIONS_BUCKET } from '#local/supervisor/installation.ts';
import type { AwsExchange } from './aws-recorder.ts';
import type { DeployedFunction, Grant } from './deployed.ts';

/** AWS services by the variable that contains their endpoint. */
export const SERVICES = { s3: 'ORIGINALS_BUCKET', sqs: 'OUTBOX_QUEUE_URL', cloudfront: 'DISTRIBUTION_ID' } as const;
export type Service = keyof typeof SERVICES;

const ACCOUNT = '123456789012';

/**
 * Actions and resources that the deployed function's role must allow for a request.
 * @throws Error for an unknown request
 */
export function neededFor(service: Service, exchange: AwsExchange, { variables }: DeployedFunction): Grant[] {
  if (service === 's3') return s3Actions(exchange, variables);
  if (service === 'sqs') return [{ action: 'sqs:SendMessage', resource: queueArn(queueUrl(exchange, variables)) }];
  const resource = `arn:aws:cloudfront::${ACCOUNT}:distribution/${variables['DISTRIBUTION_ID']}`;
  return [{ action: 'cloudfront:CreateInvalidation', resource }];
}

/** Maps the queue of the request to the deployed queue. */
function queueUrl({ body }: AwsExchange, variables: DeployedFunction['variables']): string {
  const { QueueUrl } = JSON.parse(body) as { QueueUrl: string };
  const name = QueueUrl.slice(QueueUrl.lastIndexOf('/') + 1).toUpperCase();
  return variables[`${name}_QUEUE_URL`]!;
}

/** `https://sqs.{region}.amazonaws.com/{account}/{name}`. */
function queueArn(url: string): string {
  const { hostname, pathname } = new URL(url);
  const [, account, name] = pathname.split('/');
  return `arn:aws:sqs:${hostname.split('.')[1]}:${account}:${name}`;
}

/**
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html. A missing key is 404 only
 * with the right to list the bucket, and 403 without: a 404 response uses that right.
 */
function s3Actions(
  { method, url, headers, body, status }: AwsExchange,
  variables: DeployedFunction['variables'],
): Grant[] {
  const { pathname, searchParams } = new URL(url, 'http://s3');
  const [bucket = '', ...rest] = pathname.slice(1).split('/').map(decodeURIComponent);
  const key = rest.join('/');
  const on = (action: string, object = key): Grant => ({
    action: `s3:${action}`,
    resource: `arn:aws:s3:::${deployedBucket(bucket, variables)}${object ? `/${object}` : ''}`,
  });
  const missing = status === 404 ? [on('ListBucket', '')] : [];
  if (!key && method === 'GET' && searchParams.has('list-type')) return [on('ListBucket')];
  if (!key && method === 'GET' && searchParams.has('uploads')) return [on('ListBucketMultipartUploads')];
  if (!key && method === 'POST' && searchParams.has('delete'))
    return [...body.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, deleted]) => on('DeleteObject', deleted));
  if (key && method === 'GET' && searchParams.has('uploadId')) return [on('ListMultipartUploadParts')];
  if (key && (method === 'GET' || method === 'HEAD')) return [on('GetObject'), ...missing];
  if (key && method === 'DELETE' && searchParams.has('uploadId')) return [on('AbortMultipartUpload')];
  // Initiation and completion: a part is like any other PUT.
  if (key && method === 'POST' && (searchParams.has('uploads') || searchParams.has('uploadId')))
    return [on('PutObject')];
  if (key && method === 'DELETE') return [on('DeleteObject')];
  if (key && method === 'PUT') {
    // A copy reads its source, which here is always the object itself; a condition reads it as well.
    const tags = headers['x-amz-tagging'] === undefined ? [] : [on('PutObjectTagging')];
    return [on('PutObject'), ...tags, ...(readsToo(headers) ? [on('GetObject')] : []), ...missing];
  }
  throw new Error(`no known permission for ${method} with ${[...searchParams.keys()].join(', ') || 'no parameters'}`);
}

const readsToo = (headers: IncomingHttpHeaders) =>
  headers['x-amz-copy-source'] !== undefined || headers['if-match'] !== undefined;

function deployedBucket(bucket: string, variables: DeployedFunction['variables']): string | undefined {
  if (bucket === ORIGINALS_BUCKET) return variables['ORIGINALS_BUCKET'];
  if (bucket === RENDITIONS_BUCKET) return variables['RENDITIONS_BUCKET'];
  throw new Error('a request to a bucket that nobody deployed');
}
