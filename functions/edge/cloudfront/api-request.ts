import { apiRequest } from '../api-request.ts';

/** Viewer request of `/api/*`. */
export const handler = apiRequest;
