import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { refusalOf } from '#local/aws/signature.ts';
import type { Credentials } from '#local/s3/signature.ts';
import type { DurableQueue } from './queue.ts';

/*
 * The part of SQS that the functions use: `SendMessage` and `SendMessageBatch` to an existing queue, in the JSON
 * protocol
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-making-api-requests-json.html).
 */

/** Paths of the queues' URLs. */
export const OUTBOX_QUEUE_PATH = '/000000000000/outbox';
export const ARCHIVES_QUEUE_PATH = '/000000000000/archives';
export const INGEST_QUEUE_PATH = '/000000000000/ingest';

export interface SqsQueue {
  queue: DurableQueue;
  /** Called for an accepted message without delay. */
  accepted: () => void;
}

interface SqsOptions {
  /** Queues by the path of their URL. */
  queues: ReadonlyMap<string, SqsQueue>;
  credentials: Credentials;
  region: string;
  /** Epoch milliseconds. */
  now?: () => number;
}

/** SQS's limits: 1 MiB a message (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html), 15 minutes of delay. */
const message = z.strictObject({
  MessageBody: z.string().min(1).max(1_048_576),
  DelaySeconds: z.int().min(0).max(900).default(0),
});
const sendMessage = message.extend({ QueueUrl: z.url() });
const entry = message.extend({ Id: z.string().regex(/^[\w-]{1,80}$/) });
/** At most ten, with distinct ids. */
const sendBatch = z.strictObject({
  QueueUrl: z.url(),
  Entries: z
    .array(entry)
    .min(1)
    .max(10)
    .refine((entries) => new Set(entries.map(({ Id }) => Id)).size === entries.length),
});
type Message = z.infer<typeof message>;

/** True for calls of SQS, which has its own host on AWS. Requests with the distribution's secret are none. */
export function isSqsCall({ method, url, headers }: IncomingMessage): boolean {
  const target = String(headers['x-amz-target'] ?? '');
  return method === 'POST' && url === '/' && target.startsWith('AmazonSQS.') && !headers['x-origin-secret'];
}

export function answerSqs(request: IncomingMessage, response: ServerResponse, body: Buffer, options: SqsOptions): void {
  const { queues, credentials, region, now = Date.now } = options;
  const refusal = refusalOf(request, body, { credentials, region, service: 'sqs', now: now() });
  if (refusal) return sendError(response, 403, refusal);
  const action = request.headers['x-amz-target'];
  if (action !== 'AmazonSQS.SendMessage' && action !== 'AmazonSQS.SendMessageBatch')
    return sendError(response, 501, 'UnsupportedOperation');
  const isBatch = action === 'AmazonSQS.SendMessageBatch';
  const parsed = (isBatch ? sendBatch : sendMessage).safeParse(parseJson(body));
  if (!parsed.success) return sendError(response, 400, 'InvalidParameterValue');
  const target = queues.get(new URL(parsed.data.QueueUrl).pathname);
  if (!target) return sendError(response, 400, 'QueueDoesNotExist');
  if ('Entries' in parsed.data) {
    const Successful = parsed.data.Entries.map(({ Id, ...one }) => ({ Id, ...accept(target, one) }));
    return send(response, 200, { Successful, Failed: [] });
  }
  send(response, 200, accept(target, parsed.data));
}

function accept({ queue, accepted }: SqsQueue, { MessageBody, DelaySeconds }: Message) {
  // Unique ids: two messages with the same text are distinct, since the first may be in progress.
  const id = randomUUID();
  queue.send(MessageBody, { delayMs: DelaySeconds * 1000, deduplicationId: id });
  if (DelaySeconds === 0) accepted();
  return { MessageId: id, MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex') };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function sendError(response: ServerResponse, status: number, code: string): void {
  response.setHeader('x-amzn-query-error', `${code};Sender`);
  send(response, status, { __type: `com.amazonaws.sqs#${code}`, message: code });
}

function send(response: ServerResponse, status: number, content: object): void {
  const json = JSON.stringify(content);
  response.setHeader('x-amzn-requestid', randomUUID());
  response
    .writeHead(status, { 'content-type': 'application/x-amz-json-1.0', 'content-length': Buffer.byteLength(json) })
    .end(json);
}
