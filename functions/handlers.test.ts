import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { imageTokenCookie } from './galleries/image-token.ts';
import { createGroups } from './handlers.ts';
import { createTransform } from './images/transform.ts';
import { hmacHex } from './platform/auth/secrets.ts';
import type { Result } from './platform/http/handler.ts';
import { createUnmatched } from './platform/http/unmatched.ts';
import type { Services } from './platform/services.ts';

const [OLD, NEW] = ['the-secret-of-yesterday', 'the-secret-of-today'];
const [OLD_KEY, NEW_KEY] = ['0a'.repeat(32), '0b'.repeat(32)];

/** Only these services exist; a function that needs others fails. */
const services = {
  clock: () => 0,
  appOrigin: 'https://albumen.test',
  originSecret: `${NEW} ${OLD}`,
  zeroApiKey: `${NEW} ${OLD}`,
  imageTokenKey: `${NEW_KEY} ${OLD_KEY}`,
} as Services;
const groups = createGroups(services);
const unmatched = createUnmatched(services);

function call(method: string, rawPath: string, headers: Record<string, string> = {}): APIGatewayProxyEventV2 {
  const http = { method, path: rawPath, protocol: '', sourceIp: '192.0.2.1', userAgent: '' };
  return {
    rawPath,
    rawQueryString: '',
    headers: { 'x-origin-secret': NEW, ...headers },
    requestContext: { http, requestId: 'r', routeKey: '$default' },
  } as unknown as APIGatewayProxyEventV2;
}

/** Returns the status and error code of a response. */
async function failure(answer: Promise<Result>) {
  const { statusCode, body } = await answer;
  return [statusCode, (JSON.parse(body ?? '{}') as { error?: { code: string } }).error?.code];
}

describe('a group’s function', () => {
  it('handles its own endpoints', async () => {
    expect(await failure(groups.accounts(call('GET', '/api/accounts')))).toEqual([400, 'channel_required']);
    expect(await failure(groups.accounts(call('PUT', '/api/accounts')))).toEqual([405, 'method_not_allowed']);
  });

  it('rejects endpoints of other groups', async () => {
    expect(await failure(groups.images(call('GET', '/api/accounts')))).toEqual([404, 'not_found']);
    expect(await failure(groups.zero(call('POST', '/api/zero/query/more')))).toEqual([404, 'not_found']);
  });
});

describe('the default route', () => {
  it.each([
    ['GET', '/api/nothing', 404, 'not_found'],
    ['PUT', '/api/accounts', 405, 'method_not_allowed'],
    ['GET', '/api/accounts', 404, 'not_found'],
  ])('%s %s: %i', async (method, path, status, code) => {
    expect(await failure(unmatched(call(method, path)))).toEqual([status, code]);
  });
});

describe('during the rotation of a secret', () => {
  const allowed = { headers: { 'x-channel': 'backoffice' } };

  it.each([
    [NEW, 404],
    [OLD, 404],
    ['a-third-secret', 403],
    [`${NEW} ${OLD}`, 403],
  ])('the origin secret %j gives %i from the API and the transform', async (secret, status) => {
    const transform = createTransform({ originSecret: services.originSecret } as Parameters<typeof createTransform>[0]);
    const event = call('GET', '/nothing', { ...allowed.headers, 'x-origin-secret': secret });
    expect((await failure(unmatched(event)))[0]).toBe(status);
    expect((await failure(transform(event)))[0]).toBe(status);
  });

  it.each([
    [NEW, [401, 'unauthorized']],
    [OLD, [401, 'unauthorized']],
    ['a-third-secret', [403, 'forbidden']],
  ])('zero-cache’s key %j gives %j', async (key, expected) => {
    expect(await failure(groups.zero(call('POST', '/api/zero/query', { 'x-api-key': key })))).toEqual(expected);
  });

  it('image tokens are signed with the first key', () => {
    const { cookie } = imageTokenCookie(services, { kind: 'account', id: 'acct000000' });
    const [payload, signature] = /=([^;]+)\.([0-9a-f]{64});/.exec(cookie)!.slice(1);
    expect(signature).toBe(hmacHex(NEW_KEY, payload!));
  });
});
