import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ManagementApi {
  url: string;
  /** Changes as `PATCH /path` → body. */
  changes: Map<string, Record<string, unknown>>;
  close: () => Promise<void>;
}

/** Settings of a hosted project that the CLI compares before it reports differences. */
const CONFIGURATION = {
  database: { major_version: 17, ssl_enforced: false, postgres_settings: {} },
  pooler: {},
  auth: { site_url: 'http://localhost:3000', uri_allow_list: '', mailer_autoconfirm: true },
  api: { db_schema: 'public,graphql_public', db_extra_search_path: 'public,extensions', max_rows: 1000 },
  realtime: {},
  storage: {},
  edge_functions: {},
};

/**
 * Supabase's management API with one unconfigured project. It accepts every change; the response of auth contains the
 * change only, where a real one contains every setting.
 */
export async function startManagementApi(ref: string): Promise<ManagementApi> {
  const changes: ManagementApi['changes'] = new Map();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const path = request.url ?? '';
      const sent = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>);
      if (request.method !== 'GET') changes.set(`${request.method} ${path}`, sent);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(ref, path, sent)));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    changes,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function answer(ref: string, path: string, sent: Record<string, unknown>): unknown {
  switch (path) {
    case `/v1/projects/${ref}`:
      return { id: ref, ref, name: 'albumen', region: 'eu-west-1', status: 'ACTIVE_HEALTHY', organization_slug: 'x' };
    case `/v1/projects/${ref}/billing/addons`:
      return { selected_addons: [], available_addons: [] };
    case `/v2/projects/${ref}/config`:
      return { data: { type: 'project_config', id: ref, attributes: CONFIGURATION } };
    case `/v1/projects/${ref}/postgrest`:
      return {
        ...CONFIGURATION.api,
        db_pool: null,
        db_pool_acquisition_timeout: 10,
        db_pool_max_lifetime: null,
        db_pool_max_idletime: null,
        ...sent,
      };
    case `/v1/projects/${ref}/ssl-enforcement`:
      return { currentConfig: { database: true }, appliedSuccessfully: true };
    default:
      return sent;
  }
}
