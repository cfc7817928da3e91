import type { IncomingMessage } from 'node:http';
import type { EdgeRequest, EdgeValue, EdgeValues, ViewerRequestEvent } from '#functions/edge/event.ts';

/** Converts a request to CloudFront's event: nothing decoded, names in lower case, repeated values kept. */
export function toViewerEvent(request: IncomingMessage): ViewerRequestEvent {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  const { cookie, ...headers } = request.headersDistinct;
  return {
    viewer: { ip: request.socket.remoteAddress ?? '' },
    request: {
      method: request.method ?? 'GET',
      uri: mark < 0 ? url : url.slice(0, mark),
      querystring: mark < 0 ? {} : parsePairs(url.slice(mark + 1).split('&')),
      headers: collapse(Object.entries(headers).flatMap(([name, values = []]) => values.map((one) => [name, one]))),
      cookies: parsePairs((cookie ?? []).join(';').split(/; ?/)),
    },
  };
}

function parsePairs(pairs: string[]): EdgeValues {
  const given = pairs.filter(Boolean).map((pair) => {
    const mark = pair.indexOf('=');
    return mark < 0 ? [pair, ''] : [pair.slice(0, mark), pair.slice(mark + 1)];
  });
  return collapse(given.filter(([name]) => name));
}

/** Returns one field per name; repeated names keep all values. */
function collapse(named: string[][]): EdgeValues {
  const values: EdgeValues = Object.create(null) as EdgeValues;
  for (const [name = '', value = ''] of named) {
    const before = values[name];
    if (!before) values[name] = { value };
    else (before.multiValue ??= [{ value: before.value }]).push({ value });
  }
  return values;
}

/** Returns path and query for the origin. */
export function pathOf(request: EdgeRequest): string {
  const pairs = pairsOf(request.querystring).join('&');
  return pairs ? `${request.uri}?${pairs}` : request.uri;
}

/** Returns the headers for the origin, cookies included. */
export function headersOf(request: EdgeRequest): Record<string, string> {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, given]) => [name, joined(given)]));
  const cookie = pairsOf(request.cookies).join('; ');
  return cookie ? { ...headers, cookie } : headers;
}

const joined = ({ value, multiValue }: EdgeValue) => multiValue?.map((one) => one.value).join(',') ?? value;

function pairsOf(values: EdgeValues): string[] {
  return Object.entries(values).flatMap(([name, given]) =>
    (given.multiValue ?? [given]).map(({ value }) => `${name}=${value}`),
  );
}
