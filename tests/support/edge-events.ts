/*
 * Builds the event of CloudFront Functions (developer guide, "CloudFront Functions event structure", version 1.0) from
 * an HTTP request.
 */

export interface RawRequest {
  method?: string;
  /** As in the request line, query included. */
  path: string;
  /** Names in any case; a list for a repeated name. `cookie` becomes the event's cookies. */
  headers?: Readonly<Record<string, string | readonly string[]>>;
  ip?: string;
}

export interface RawResponse {
  status: number;
  headers?: Readonly<Record<string, string>>;
}

interface Field {
  value: string;
  multiValue?: { value: string }[];
}
export type Fields = Record<string, Field>;

export interface EdgeEvent {
  version: '1.0';
  context: {
    distributionDomainName: string;
    distributionId: string;
    eventType: 'viewer-request' | 'viewer-response';
    requestId: string;
  };
  viewer: { ip: string };
  request: { method: string; uri: string; querystring: Fields; headers: Fields; cookies: Fields };
  response?: { statusCode: number; statusDescription: string; headers: Fields; cookies: Fields };
}

/** Headers that functions never receive ("Restrictions on all edge functions", disallowed headers). */
const UNSEEN =
  /^(connection|expect|keep-alive|proxy-(authenticate|authorization|connection)|trailer|upgrade|x-accel-(buffering|charset|limit-rate|redirect)|x-amz-cf-.*|x-amzn-(auth|cf-billing|cf-id|cf-xff|errortype|fle-profile|header-count|header-order|lambda-integration-tag|requestid)|x-cache|x-edge-.*|x-forwarded-proto|x-real-ip)$/;

export const isUnseen = (name: string) => UNSEEN.test(name.toLowerCase());

export function viewerRequest(raw: RawRequest): EdgeEvent {
  const mark = raw.path.indexOf('?');
  const lists = Object.entries(raw.headers ?? {}).map(([name, value]) => [name.toLowerCase(), [value].flat()] as const);
  const cookie = lists.find(([name]) => name === 'cookie')?.[1] ?? [];
  return {
    version: '1.0',
    context: {
      distributionDomainName: 'd111111abcdef8.cloudfront.net',
      distributionId: 'EDFDVBD6EXAMPLE',
      eventType: 'viewer-request',
      requestId: 'EXAMPLEntjQpEXAMPLE_SG5Z-EXAMPLEPmPfEXAMPLEu3EqEXAMPLE==',
    },
    viewer: { ip: raw.ip ?? '198.51.100.11' },
    request: {
      method: raw.method ?? 'GET',
      uri: mark < 0 ? raw.path : raw.path.slice(0, mark),
      querystring: mark < 0 ? {} : fieldsOf(pairs(raw.path.slice(mark + 1), '&')),
      headers: fieldsOf(
        lists
          .filter(([name]) => name !== 'cookie' && !isUnseen(name))
          .flatMap(([name, values]) => values.map((value): [string, string] => [name, value])),
      ),
      cookies: fieldsOf(cookie.flatMap((header) => pairs(header, /; ?/))),
    },
  };
}

export function viewerResponse(raw: RawRequest, { status, headers = {} }: RawResponse): EdgeEvent {
  const event = viewerRequest(raw);
  return {
    ...event,
    context: { ...event.context, eventType: 'viewer-response' },
    response: {
      statusCode: status,
      statusDescription: 'OK',
      headers: fieldsOf(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      cookies: {},
    },
  };
}

/** Decodes nothing: query names and values stay as sent. */
function pairs(text: string, by: string | RegExp): [string, string][] {
  return text
    .split(by)
    .filter(Boolean)
    .map((pair) => {
      const mark = pair.indexOf('=');
      return mark < 0 ? ([pair, ''] as [string, string]) : [pair.slice(0, mark), pair.slice(mark + 1)];
    });
}

/** One field for each name; all values of a repeated one in `multiValue`, the first of them in `value` as well. */
function fieldsOf(named: readonly (readonly [string, string])[]): Fields {
  const fields = new Map<string, Field>();
  for (const [name, value] of named) {
    const before = fields.get(name);
    if (!before) fields.set(name, { value });
    else (before.multiValue ??= [{ value: before.value }]).push({ value });
  }
  // An assignment would lose a parameter called `__proto__`.
  return Object.fromEntries(fields);
}
