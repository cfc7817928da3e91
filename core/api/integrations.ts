import { endpoint } from './endpoint.ts';
import { tokens } from './tokens.ts';
import { v1 } from './v1.ts';
import { webhooks } from './webhooks.ts';

/** Everything for other programs, and the settings of it. */
export const integrations = {
  ...tokens,
  ...webhooks,
  ...v1,
  /** The reference as OpenAPI 3.1, see `openapi.ts`. */
  openapi: endpoint({ method: 'GET', path: '/api/openapi.json', access: 'anyone' }),
};
