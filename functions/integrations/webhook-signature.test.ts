import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeWebhookSecret, signedHeaders } from './webhook-signature.ts';

it('signs as the examples of Standard Webhooks', () => {
  // The example of Standard Webhooks' libraries.
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: 1_614_265_330_000, body: '{"test": 2432232314}' };
  expect(signedHeaders(message, ['MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])['webhook-signature']).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  );
});

it('signs with both secrets during a rotation', () => {
  const secrets = [makeWebhookSecret(), makeWebhookSecret()];
  const headers = signedHeaders({ id: 'evt_1', at: 1_700_000_000_500, body: '{}' }, secrets);
  const expected = secrets.map(
    (secret) =>
      `v1,${createHmac('sha256', Buffer.from(secret, 'base64')).update('evt_1.1700000000.{}').digest('base64')}`,
  );
  expect(headers).toEqual({
    'webhook-id': 'evt_1',
    'webhook-timestamp': '1700000000',
    'webhook-signature': expected.join(' '),
  });
});
