import { endpoint } from './endpoint.ts';

/** Endpoints that zero-cache calls, in Zero's own protocol. */
export const zero = {
  query: endpoint({ method: 'POST', path: '/api/zero/query', access: 'sync', body: 'raw' }),
  mutate: endpoint({ method: 'POST', path: '/api/zero/mutate', access: 'sync', body: 'raw' }),
};
