import { isUnseen, type EdgeEvent, type Fields } from './edge-events.ts';

/** What a function gave back, before anybody looked at it. */
export type EdgeOutput = Record<string, unknown>;

export type EdgeOutcome =
  | { kind: 'request'; request: EdgeEvent['request'] }
  | { kind: 'response'; status: number; headers: Fields; body: string };

/** "Read-only headers in viewer request events", and in viewer response events. */
const READ_ONLY = {
  'viewer-request': ['content-length', 'host', 'transfer-encoding', 'via'],
  'viewer-response': ['warning', 'via'],
};
/** "The total size of the URI, including the query string, must be less than 8,192 characters." */
const MAX_URI = 8192;
/** What CloudFront takes of a function's own answer, with its headers (that of Lambda@Edge for the same event). */
const MAX_ANSWER_BYTES = 40 * 1024;
const REQUEST_FIELDS = ['method', 'uri', 'querystring', 'headers', 'cookies'];
const RESPONSE_FIELDS = ['statusCode', 'statusDescription', 'headers', 'cookies', 'body'];

/**
 * Takes a function's result as CloudFront does, which answers 502 in the place of one that breaks its rules.
 * @throws Error naming the rule
 */
export function validateResult(event: EdgeEvent, output: EdgeOutput | null): EdgeOutcome {
  if (output === null || typeof output !== 'object') throw new Error('neither a request nor a response');
  if (event.context.eventType === 'viewer-request' && !('statusCode' in output)) return requestOf(event, output);
  return responseOf(event, output);
}

function requestOf(event: EdgeEvent, output: EdgeOutput): EdgeOutcome {
  onlyFields(output, REQUEST_FIELDS);
  const { method, uri, querystring, headers, cookies } = output as unknown as EdgeEvent['request'];
  if (method !== event.request.method) throw new Error('a function may not change the method');
  if (typeof uri !== 'string' || !uri.startsWith('/')) throw new Error('the uri must begin with a slash');
  checkFields('querystring', querystring, /[\s#\p{Cc}]/u);
  checkFields('cookies', cookies, /[;\p{Cc}]/u);
  checkHeaders(event, event.request.headers, headers);
  if (addressLength(uri, querystring) >= MAX_URI) throw new Error('uri and query are too long');
  return { kind: 'request', request: { method, uri, querystring, headers, cookies } };
}

function responseOf(event: EdgeEvent, output: EdgeOutput): EdgeOutcome {
  onlyFields(output, RESPONSE_FIELDS);
  const { statusCode, statusDescription, headers, body } = output;
  if (!Number.isInteger(statusCode) || Number(statusCode) < 100 || Number(statusCode) > 599) {
    throw new Error('statusCode must be an integer of HTTP');
  }
  if (statusDescription !== undefined && typeof statusDescription !== 'string') throw new Error('statusDescription');
  checkHeaders(event, event.response?.headers ?? {}, headers as Fields);
  const text = textOf(body);
  if (Buffer.byteLength(JSON.stringify(headers) + text) > MAX_ANSWER_BYTES) throw new Error('the answer is too large');
  return { kind: 'response', status: Number(statusCode), headers: headers as Fields, body: text };
}

function textOf(body: unknown): string {
  if (body === undefined) return '';
  if (typeof body === 'string') return body;
  const { encoding, data } = (body ?? {}) as { encoding?: unknown; data?: unknown };
  if (typeof data !== 'string' || (encoding !== 'text' && encoding !== 'base64')) throw new Error('body');
  return encoding === 'text' ? data : Buffer.from(data, 'base64').toString();
}

function checkHeaders(event: EdgeEvent, before: Fields, after: Fields): void {
  checkFields('headers', after, /[^\P{Cc}\t]/u);
  for (const name of Object.keys(after)) {
    if (name !== name.toLowerCase() || !/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) throw new Error(`header name ${name}`);
    if (isUnseen(name)) throw new Error(`no function may add the header ${name}`);
  }
  for (const name of READ_ONLY[event.context.eventType]) {
    if (JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      throw new Error(`the header ${name} is read-only`);
  }
}

function checkFields(what: string, fields: unknown, refused: RegExp): asserts fields is Fields {
  if (fields === null || typeof fields !== 'object' || Array.isArray(fields)) throw new Error(`${what} is no object`);
  for (const [name, field] of Object.entries(fields as Record<string, Partial<Fields[string]> | null>)) {
    const values = [field?.value, ...(field?.multiValue ?? []).map(({ value }) => value)];
    if (!values.every((value) => typeof value === 'string' && !refused.test(value)) || refused.test(name)) {
      throw new Error(`${what} ${name}`);
    }
  }
}

function onlyFields(output: EdgeOutput, known: readonly string[]): void {
  for (const name of Object.keys(output)) if (!known.includes(name)) throw new Error(`no such field: ${name}`);
}

function addressLength(uri: string, querystring: Fields): number {
  const parts = Object.entries(querystring).flatMap(([name, { value, multiValue }]) =>
    (multiValue ?? [{ value }]).map((one) => `${name}=${one.value}`),
  );
  return [uri, parts.join('&')].filter(Boolean).join('?').length;
}
