import { pageRequest } from '../page-request.ts';

/** Viewer request of pages. */
export const handler = pageRequest;
