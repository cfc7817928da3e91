import cf from 'cloudfront';
import crypto from 'crypto';
import type { EdgeRuntime } from './event.ts';

/** The runtime in CloudFront: the function's KeyValueStore, its crypto module, its clock. */
export const runtime: EdgeRuntime = {
  store: cf.kvs(),
  hmac: (keyHex, text) => crypto.createHmac('sha256', Buffer.from(keyHex, 'hex')).update(text).digest('hex'),
  now: () => Date.now(),
  https: true,
};
