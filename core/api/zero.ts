import { endpoint } from './endpoint.ts';

/** Endpoints that zero-cache calls, in Zero's own protocol. */
export const zero = {
  query: endpoint({ method: 'POST', path: '/api/zero/query', access: 'sync', whilePaused: true, body: 'raw' }),
  // Mutators refuse each mutation themselves, so that the browser learns of it.
  mutate: endpoint({ method: 'POST', path: '/api/zero/mutate', access: 'sync', whilePaused: true, body: 'raw' }),
};
