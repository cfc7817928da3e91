import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { InvocationError, PAYLOAD_LIMIT } from './invoke.ts';

/** Content types whose bodies are passed as text; others as base64, as API Gateway does. */
const TEXT = /^(text\/|application\/(json|javascript|xml|x-www-form-urlencoded|[\w.+-]+\+(json|xml)))/i;

/**
 * Converts an HTTP request to payload format 2.0: lower-case header names, repeated headers joined by commas, separate
 * cookies, the raw path.
 */
export function toEvent(request: IncomingMessage, body: Buffer): APIGatewayProxyEventV2 {
  const [rawPath, rawQueryString] = split(request.url ?? '/');
  const { cookie, ...headers } = joinedHeaders(request);
  const now = new Date();
  const binary = body.length > 0 && !TEXT.test(headers['content-type'] ?? '');
  const query = Object.fromEntries(grouped(new URLSearchParams(rawQueryString)));
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString,
    ...(cookie ? { cookies: cookie.split(/;\s*/) } : {}),
    headers,
    ...(rawQueryString ? { queryStringParameters: query } : {}),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: headers['host'] ?? 'localhost',
      domainPrefix: 'local',
      http: {
        method: request.method ?? 'GET',
        path: rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: request.socket.remoteAddress ?? '',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: '$default',
      stage: '$default',
      time: now.toISOString(),
      timeEpoch: now.getTime(),
    },
    ...(body.length > 0 ? { body: body.toString(binary ? 'base64' : 'utf8') } : {}),
    isBase64Encoded: binary,
  };
}

function split(url: string): [string, string] {
  const mark = url.indexOf('?');
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)];
}

function joinedHeaders(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    if (values) headers[name] = values.join(name === 'cookie' ? '; ' : ',');
  }
  return headers;
}

function grouped(query: URLSearchParams): Map<string, string> {
  const groups = new Map<string, string>();
  for (const [name, value] of query) {
    const before = groups.get(name);
    groups.set(name, before === undefined ? value : `${before},${value}`);
  }
  return groups;
}

/**
 * Returns the whole body, which Lambda needs before it starts.
 * @throws InvocationError `request_too_large` if it exceeds the limit
 */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const tooLarge = () => new InvocationError('http', 'request_too_large');
  if (Number(request.headers['content-length'] ?? 0) > PAYLOAD_LIMIT) {
    request.resume();
    throw tooLarge();
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Reads on beyond the limit: a client that is still sending would not receive the response.
    if (size <= PAYLOAD_LIMIT) chunks.push(chunk);
  }
  if (size > PAYLOAD_LIMIT) throw tooLarge();
  return Buffer.concat(chunks);
}
