import { runtime } from './cloudfront-runtime.ts';
import type { EdgeResponse, ViewerResponseEvent } from './event.ts';
import { pageResponse } from './page-response.ts';

/** Viewer response of pages in CloudFront. */
export async function cloudFrontPageResponse(event: ViewerResponseEvent): Promise<EdgeResponse> {
  return pageResponse(event, runtime);
}
