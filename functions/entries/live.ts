import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as live from '../live/handlers.ts';
import { createSocket, type SocketEvent } from '../live/socket.ts';
import { OUTBOX_TRIGGER_ENV } from '../platform/env.ts';
import { apiFunction } from '../platform/http/api-function.ts';
import { servicesFromEnv } from '../platform/services.ts';

const api = apiFunction<'live'>(live, ['SUPABASE_URL', 'APP_ORIGIN', ...OUTBOX_TRIGGER_ENV]);
const socket = createSocket(servicesFromEnv());

export const { env } = api;
/** Serves the socket and, for pages without one, the HTTP API. */
export const handler = (event: APIGatewayProxyEventV2 | SocketEvent) =>
  'connectionId' in event.requestContext ? socket(event as SocketEvent) : api.handler(event as APIGatewayProxyEventV2);
