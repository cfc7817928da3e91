import { zeroRequest } from '../zero-request.ts';

/** Viewer request of `/zero/*`. */
export const handler = zeroRequest;
