import cf from 'cloudfront';
import crypto from 'crypto';
import type { EdgeResult, EdgeRuntime, ViewerRequestEvent } from './event.ts';
import { imageRequest } from './image-request.ts';

/** The runtime in CloudFront: the function's KeyValueStore, its crypto module, its clock. */
const runtime: EdgeRuntime = {
  store: cf.kvs(),
  hmac: (keyHex, text) => crypto.createHmac('sha256', Buffer.from(keyHex, 'hex')).update(text).digest('hex'),
  now: () => Date.now(),
};

/** Viewer request of `/api/images/*` in CloudFront. */
export async function cloudFrontImageRequest(event: ViewerRequestEvent): Promise<EdgeResult> {
  return imageRequest(event, runtime);
}
