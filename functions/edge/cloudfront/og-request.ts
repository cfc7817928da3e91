import { ogRequest } from '../og-request.ts';

/** Viewer request of `/og/*`. */
export const handler = ogRequest;
