import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyResultV2,
  LambdaFunctionURLEvent,
  ScheduledEvent,
  SQSBatchResponse,
  SQSEvent,
} from 'aws-lambda';
import type { Handler } from './invoke.ts';
import type { SocketHandler } from './websocket.ts';

export type HttpHandler = Handler<APIGatewayProxyEventV2, APIGatewayProxyResultV2>;
export type FunctionUrlHandler = Handler<LambdaFunctionURLEvent, APIGatewayProxyResultV2>;
export type QueueHandler = Handler<SQSEvent, SQSBatchResponse | void>;
export type ScheduledHandler = Handler<ScheduledEvent, unknown>;

/** A function with an EventBridge schedule. */
export interface ScheduledFunction {
  name: string;
  handler: ScheduledHandler;
  everyMs: number;
  /** A minute by default. */
  timeoutMs?: number;
}

/** All functions, by trigger. */
export interface LambdaFunctions {
  /** `/api/*` */
  api: HttpHandler;
  /** `/renditions/*`: the transform's function URL. */
  transform: FunctionUrlHandler;
  /** Every other path. */
  page: HttpHandler;
  /** Receives the events of the originals' bucket. */
  ingest: QueueHandler;
  /** Receives the messages of its queue, in addition to its schedule. */
  outbox?: QueueHandler;
  /** Receives the messages of its queue, in addition to its schedule. */
  archivePacker?: QueueHandler;
  /** Receives bounces and complaints. */
  mailEvents?: QueueHandler;
  /** `/ws`: the WebSocket API. */
  live?: SocketHandler;
  scheduled: readonly ScheduledFunction[];
}
