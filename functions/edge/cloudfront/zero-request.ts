import { zeroRequest } from '../api-request.ts';

/** Viewer request of `/zero/*`. */
export const handler = zeroRequest;
