import { publicApiRequest } from '../api-request.ts';

/** Viewer request of `/api/p/*`. */
export const handler = publicApiRequest;
