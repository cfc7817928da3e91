import type { EdgeResult, ViewerRequestEvent } from '../event.ts';
import { imageRequest } from '../image-request.ts';
import { runtime } from './runtime.ts';

/** Viewer request of `/api/images/*`. */
export async function handler(event: ViewerRequestEvent): Promise<EdgeResult> {
  return imageRequest(event, runtime);
}
