import { ogRequest } from '../image-request.ts';

/** Viewer request of `/og/*`. */
export const handler = ogRequest;
