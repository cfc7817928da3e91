import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2 } from 'aws-lambda';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import type { Credentials } from '#local/s3/signature.ts';
import { sendFailure, sendMessage, sendResult } from './answer.ts';
import { QueueConsumer } from './consumer.ts';
import { readBody, toEvent } from './event.ts';
import { MAIL_EVENTS_PATH, S3_EVENTS_PATH } from './event-paths.ts';
import type { LambdaFunctions } from './functions.ts';
import { invoke, type Handler } from './invoke.ts';
import { DurableQueue } from './queue.ts';
import { startSchedule } from './schedule.ts';
import {
  answerSqs,
  ARCHIVES_QUEUE_PATH,
  INGEST_QUEUE_PATH,
  isSqsCall,
  OUTBOX_QUEUE_PATH,
  type SqsQueue,
} from './sqs.ts';
import { type SocketOptions, type Sockets, startSockets } from './websocket.ts';

export interface LambdaHostOptions {
  /** 0 selects a free one. */
  port: number;
  functions: LambdaFunctions;
  /** Path of the queue's SQLite file, or `:memory:`. */
  queueFile: string;
  /** File of the queue for bounces and complaints; without it the host reports none. */
  mailQueueFile?: string;
  /** Credentials of senders, and files of the function queues. Without it there is no SQS. */
  sqs?: { credentials: Credentials; region: string; outboxFile: string; archivesFile?: string };
  /** Credentials of those who send to sockets, and how the sockets behave. Without it there are none. */
  sockets?: Omit<SocketOptions, 'handler'>;
  /** Timeouts in milliseconds; by default those of the deployment (at most 30 s for API Gateway). */
  timeouts?: Partial<Timeouts>;
  /** Delay before the first retry of a message, milliseconds. */
  retryMs?: number;
}

export interface LambdaHost {
  origin: string;
  queue: DurableQueue;
  /** Null without sockets. */
  sockets: Sockets | null;
  close(): Promise<void>;
}

interface Timeouts {
  api: number;
  transform: number;
  page: number;
  ingest: number;
  mailEvents: number;
  outbox: number;
  archivePacker: number;
}

const TIMEOUTS: Timeouts = {
  api: 30_000,
  transform: MINUTE_MS,
  page: 15_000,
  ingest: 300_000,
  mailEvents: MINUTE_MS,
  outbox: MINUTE_MS,
  archivePacker: 900_000,
};
/** Path of the transform's function URL. */
const FUNCTION_URL = '/renditions';
/** S3 sends one object per event; two batches of two keep two cores busy. */
const INGEST = { batchSize: 2, concurrency: 2, maxReceives: 5 } as const;

/** Two concurrent runs share the work, as the deployment's more do. */
const SHARED = { batchSize: 10, concurrency: 2, maxReceives: 5 } as const;

/** Serves the functions over HTTP with API Gateway's events and Lambda's limits. Loopback only. */
export async function startLambdaHost(options: LambdaHostOptions): Promise<LambdaHost> {
  const { functions, queueFile, retryMs = 1000 } = options;
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const queue = new DurableQueue(queueFile);
  const ingest = { functionName: 'ingest', handler: functions.ingest, timeoutMs: timeouts.ingest };
  const consumer = new QueueConsumer({ queue, invocation: ingest, retryMs, ...INGEST });
  const mail = startMailEvents(options, timeouts.mailEvents, retryMs);
  const sqs = startSqs(options, timeouts, retryMs, { queue, accepted: () => consumer.poll() });
  const sockets =
    functions.live && options.sockets ? startSockets({ ...options.sockets, handler: functions.live }) : null;
  const stopSchedule = startSchedule(functions.scheduled);

  const http = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/';
    if (path === '/__health') return sendMessage(response, 200, 'ok');
    const body = await readBody(request);
    if (path === S3_EVENTS_PATH) return acceptEvent(request, response, body, { queue, consumer });
    if (mail && path === MAIL_EVENTS_PATH) return acceptEvent(request, response, body, mail);
    if (sockets?.isPost(request)) return sockets.post(request, response, body);
    if (sqs && isSqsCall(request)) return sqs.answer(request, response, body);
    const { name, handler } = functionFor(path, functions);
    // A function URL has its own host, so its paths have no prefix.
    if (name === 'transform') request.url = path.slice(FUNCTION_URL.length);
    const event = toEvent(request, body);
    sendResult(response, await invoke({ functionName: name, handler, timeoutMs: timeouts[name] }, event));
  };

  const server = createServer((request, response) => {
    http(request, response).catch((error: unknown) => sendFailure(response, error));
  });
  server.on('upgrade', (request, socket, head) => {
    if (sockets) sockets.upgrade(request, socket, head);
    else socket.destroy();
  });
  server.headersTimeout = 10_000;
  // Longer than the distribution's keep-alive: a request on a closing connection would be a 502.
  server.keepAliveTimeout = 75_000;
  server.requestTimeout = 120_000;
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(options.port, '127.0.0.1', listening);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    queue,
    sockets,
    async close() {
      await sockets?.close();
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await Promise.all([closed, consumer.close(), mail?.consumer.close(), sqs?.close(), stopSchedule()]);
      queue.close();
      mail?.queue.close();
    },
  };
}

interface EventQueue {
  queue: DurableQueue;
  consumer: QueueConsumer;
}

/** Stores the event before responding: the queue then retries, not its sender. */
function acceptEvent(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  { queue, consumer }: EventQueue,
): void {
  if (request.method !== 'POST') return sendMessage(response, 405, 'Method Not Allowed');
  // Any page open in a browser on this machine could post here; browsers send `Origin`, the senders do not.
  if (request.headers.origin) return sendMessage(response, 403, 'Forbidden');
  queue.send(body.toString('utf8'));
  sendMessage(response, 200, 'accepted');
  consumer.poll();
}

/** The queue of bounces and complaints; undefined without its function. */
function startMailEvents(
  { functions: { mailEvents: handler }, mailQueueFile }: LambdaHostOptions,
  timeoutMs: number,
  retryMs: number,
): EventQueue | undefined {
  if (!handler || !mailQueueFile) return undefined;
  const queue = new DurableQueue(mailQueueFile);
  const invocation = { functionName: 'mail-events', handler, timeoutMs };
  return { queue, consumer: new QueueConsumer({ queue, invocation, retryMs, ...SHARED }) };
}

/** SQS as far as functions need it, with the consumers of its queues. */
function startSqs({ functions, sqs }: LambdaHostOptions, timeouts: Timeouts, retryMs: number, ingest: SqsQueue) {
  if (!sqs) return undefined;
  const { outboxFile, archivesFile, ...trust } = sqs;
  const queueSpecs = [
    { path: OUTBOX_QUEUE_PATH, file: outboxFile, name: 'outbox', handler: functions.outbox },
    { path: ARCHIVES_QUEUE_PATH, file: archivesFile, name: 'archivePacker', handler: functions.archivePacker },
  ] as const;
  const started = queueSpecs.flatMap(({ path, file, name, handler }) => {
    if (!file || !handler) return [];
    const queue = new DurableQueue(file);
    const invocation = { functionName: name, handler, timeoutMs: timeouts[name] };
    return [{ path, queue, consumer: new QueueConsumer({ queue, invocation, retryMs, ...SHARED }) }];
  });
  const queues = new Map<string, SqsQueue>(
    started.map(({ path, queue, consumer }) => [path, { queue, accepted: () => consumer.poll() }]),
  );
  queues.set(INGEST_QUEUE_PATH, ingest);
  return {
    answer: (request: IncomingMessage, response: ServerResponse, body: Buffer) =>
      answerSqs(request, response, body, { ...trust, queues }),
    async close() {
      await Promise.all(started.map(({ consumer }) => consumer.close()));
      for (const { queue } of started) queue.close();
    },
  };
}

type HttpFunction = {
  name: 'api' | 'transform' | 'page';
  handler: Handler<APIGatewayProxyEventV2, APIGatewayProxyResultV2>;
};

function functionFor(path: string, { api, transform, page }: LambdaFunctions): HttpFunction {
  if (path.startsWith('/api/')) return { name: 'api', handler: api };
  if (path.startsWith(`${FUNCTION_URL}/`)) return { name: 'transform', handler: transform };
  return { name: 'page', handler: page };
}
