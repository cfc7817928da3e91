import type { ServerResponse } from 'node:http';
import type { APIGatewayProxyResultV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { InvocationError, type InvocationFailure } from './invoke.ts';

/** Responses of API Gateway and function URLs to errors of Lambda. */
const FAILURES: Record<InvocationFailure, [status: number, message: string]> = {
  request_too_large: [413, 'Request Entity Too Large'],
  response_too_large: [502, 'Bad Gateway'],
  timed_out: [503, 'Service Unavailable'],
  throttled: [503, 'Service Unavailable'],
  threw: [500, 'Internal Server Error'],
};

/** Sends a function's result, in either form of payload format 2.0. */
export function sendResult(response: ServerResponse, result: APIGatewayProxyResultV2): void {
  const { statusCode = 200, headers = {}, cookies, body = '', isBase64Encoded } = structured(result);
  response.statusCode = statusCode;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
  if (cookies?.length) response.setHeader('set-cookie', cookies);
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  // A response without body may have a length: that of the GET, for HEAD.
  if (!response.hasHeader('content-length') && statusCode !== 204 && statusCode !== 304) {
    response.setHeader('content-length', bytes.length);
  }
  response.end(bytes);
}

/** A result without a status code is a body. */
function structured(result: APIGatewayProxyResultV2): APIGatewayProxyStructuredResultV2 {
  if (typeof result === 'object' && result !== null && 'statusCode' in result) return result;
  const body = typeof result === 'string' ? result : JSON.stringify(result);
  return { statusCode: 200, headers: { 'content-type': 'application/json' }, body };
}

export function sendFailure(response: ServerResponse, error: unknown): void {
  const failure = error instanceof InvocationError ? error.failure : 'threw';
  if (failure === 'threw' || failure === 'timed_out') console.error(error);
  const [status, message] = FAILURES[failure];
  sendMessage(response, status, message);
}

export function sendMessage(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) return void response.destroy();
  const body = JSON.stringify({ message });
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    .end(body);
}
