import { imageResponse } from '../image-request.ts';

/** Viewer response of `/api/images/*`. */
export const handler = imageResponse;
