import { imageResponse } from '../image-response.ts';

/** Viewer response of `/api/images/*`. */
export const handler = imageResponse;
