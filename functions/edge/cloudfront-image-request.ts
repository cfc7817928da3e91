import { runtime } from './cloudfront-runtime.ts';
import type { EdgeResult, ViewerRequestEvent } from './event.ts';
import { imageRequest } from './image-request.ts';

/** Viewer request of `/api/images/*` in CloudFront. */
export async function cloudFrontImageRequest(event: ViewerRequestEvent): Promise<EdgeResult> {
  return imageRequest(event, runtime);
}
