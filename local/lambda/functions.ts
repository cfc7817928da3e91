import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyResultV2,
  LambdaFunctionURLEvent,
  ScheduledEvent,
  SQSBatchResponse,
  SQSEvent,
} from 'aws-lambda';
import type { Handler } from './invoke.ts';

export type HttpHandler = Handler<APIGatewayProxyEventV2, APIGatewayProxyResultV2>;
export type FunctionUrlHandler = Handler<LambdaFunctionURLEvent, APIGatewayProxyResultV2>;
export type QueueHandler = Handler<SQSEvent, SQSBatchResponse | void>;
export type ScheduledHandler = Handler<ScheduledEvent, unknown>;

/** A function that EventBridge calls at a rate. */
export interface ScheduledFunction {
  name: string;
  handler: ScheduledHandler;
  everyMs: number;
  /** A minute, unless said. */
  timeoutMs?: number;
}

/** What is deployed, by its triggers. */
export interface LambdaFunctions {
  /** `/api/*` */
  api: HttpHandler;
  /** `/renditions/*`: the transform's function URL. */
  transform: FunctionUrlHandler;
  /** Every other path. */
  page: HttpHandler;
  /** Fed with the events of the originals' bucket. */
  ingest: QueueHandler;
  /** Fed with the messages of its queue, beside its schedule. */
  outbox?: QueueHandler;
  /** The same. */
  archivePacker?: QueueHandler;
  scheduled: readonly ScheduledFunction[];
}
