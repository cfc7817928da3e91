import cf from 'cloudfront';
import crypto from 'crypto';
import type { EdgeRuntime } from '../event.ts';

const store = cf.kvs();

/** The runtime in CloudFront: the function's KeyValueStore, its crypto module, its clock. */
export const runtime: EdgeRuntime = {
  store,
  hmac: (keyHex, text) => crypto.createHmac('sha256', Buffer.from(keyHex, 'hex')).update(text).digest('hex'),
  now: () => Date.now(),
};
