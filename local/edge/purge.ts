import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';
import { refusalOf } from '#local/aws/signature.ts';
import type { EdgeCache } from './cache.ts';
import type { EdgeContext } from './context.ts';

/*
 * CloudFront's `CreateInvalidation`, at CloudFront's path
 * (https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_CreateInvalidation.html).
 */

const ADDRESS = /^\/2020-05-31\/distribution\/([A-Z0-9]+)\/invalidation$/;
const NAMESPACE = 'http://cloudfront.amazonaws.com/doc/2020-05-31/';
/** Region of CloudFront's signatures. */
export const CLOUDFRONT_REGION = 'us-east-1';
/** Number of stored caller references, the latest ones. */
const REMEMBERED = 10_000;

/** Begins with a slash; a `*` is a wildcard at the end and invalid elsewhere. */
const path = z.string().regex(/^\/[^*]*\*?$/);
const batch = z.object({
  InvalidationBatch: z.object({
    CallerReference: z.string().min(1),
    Paths: z.object({ Quantity: z.coerce.number(), Items: z.object({ Path: z.array(path).min(1).max(3000) }) }),
  }),
});
type Batch = z.infer<typeof batch>['InvalidationBatch'];

const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true,
  isArray: (name) => name === 'Path',
});
const builder = new XMLBuilder({ ignoreAttributes: false });

interface Invalidation {
  id: string;
  createdAt: string;
  batch: Batch;
}
const known = new WeakMap<EdgeCache, Map<string, Invalidation>>();

/** True for requests to CloudFront's own API, which has its own host on AWS. */
export function isInvalidation(request: IncomingMessage): boolean {
  return request.method === 'POST' && ADDRESS.test(request.url ?? '');
}

export async function serveInvalidation(
  context: EdgeContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await buffer(request);
  const { distributionId, storage, now = Date.now } = context.options;
  const trust = { credentials: storage, region: CLOUDFRONT_REGION, service: 'cloudfront', now: now() };
  const refusal = refusalOf(request, body, trust);
  if (refusal) return sendCloudFrontError(response, 403, refusal);
  if (ADDRESS.exec(request.url ?? '')?.[1] !== distributionId)
    return sendCloudFrontError(response, 404, 'NoSuchDistribution');
  serveInvalidationBatch(context, response, body.toString());
}

/** Purges the context's cache as the batch says. */
export function serveInvalidationBatch(context: EdgeContext, response: ServerResponse, xml: string): void {
  const invalidationBatch = readBatch(xml);
  if (typeof invalidationBatch === 'string') return sendCloudFrontError(response, 400, invalidationBatch);
  const invalidation = invalidate(context, invalidationBatch);
  if (!invalidation) return sendCloudFrontError(response, 400, 'InvalidationBatchAlreadyExists');
  sendXml(response, 201, 'Invalidation', {
    Id: invalidation.id,
    Status: 'Completed',
    CreateTime: invalidation.createdAt,
    InvalidationBatch: invalidation.batch,
  });
}

function readBatch(xml: string): Batch | 'MalformedXML' | 'InvalidArgument' | 'InconsistentQuantities' {
  // No valid request has a document type; refusing it excludes entity definitions.
  if (/<!DOCTYPE/i.test(xml) || XMLValidator.validate(xml) !== true) return 'MalformedXML';
  const parsed = batch.safeParse(parser.parse(xml));
  if (!parsed.success) return 'InvalidArgument';
  const { Quantity, Items } = parsed.data.InvalidationBatch.Paths;
  return Quantity === Items.Path.length ? parsed.data.InvalidationBatch : 'InconsistentQuantities';
}

/** Returns the same invalidation for the same reference and paths; null if the reference was used for other paths. */
function invalidate(context: EdgeContext, invalidationBatch: Batch): Invalidation | null {
  const references = known.get(context.cache) ?? new Map<string, Invalidation>();
  known.set(context.cache, references);
  const before = references.get(invalidationBatch.CallerReference);
  if (before) return JSON.stringify(before.batch) === JSON.stringify(invalidationBatch) ? before : null;
  context.cache.purge(invalidationBatch.Paths.Items.Path);
  const id = `I${randomBytes(7).toString('hex').toUpperCase()}`;
  const fresh = { id, createdAt: new Date().toISOString(), batch: invalidationBatch };
  references.set(invalidationBatch.CallerReference, fresh);
  for (const oldest of references.keys()) {
    if (references.size <= REMEMBERED) break;
    references.delete(oldest);
  }
  return fresh;
}

export function sendCloudFrontError(response: ServerResponse, status: number, code: string): void {
  sendXml(response, status, 'ErrorResponse', {
    Error: { Type: 'Sender', Code: code, Message: code },
    RequestId: 'local',
  });
}

export function sendXml(response: ServerResponse, status: number, root: string, content: object): void {
  const xml = `<?xml version="1.0"?>\n${builder.build({ [root]: { '@_xmlns': NAMESPACE, ...content } })}`;
  response.writeHead(status, { 'content-type': 'text/xml', 'content-length': Buffer.byteLength(xml) }).end(xml);
}
