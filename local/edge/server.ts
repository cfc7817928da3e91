import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { errorResponse } from '#functions/edge/event.ts';
import { isInternalHeader, securityHeaders, siteFileHeaders } from '#functions/edge/response-headers.ts';
import {
  type Behaviour,
  findBehaviour,
  findTenantBehaviour,
  METHODS,
  RESOURCE_POLICIES,
  resourcePolicy,
  type ResourcePolicy,
} from '#functions/edge/route.ts';
import { DNS_PATH, serveDnsPage, startDns } from '#local/dns/server.ts';
import { type Answer, makeAnswer } from './answer.ts';
import { contextOf, createContext, type EdgeContext } from './context.ts';
import { deliver } from './deliver.ts';
import { sendEdgeAnswer } from './edge-answer.ts';
import { serveApi, servePage, servePublicApi } from './functions.ts';
import { serveImage, serveOpenGraph } from './images.ts';
import type { EdgeOptions } from './options.ts';
import { OriginError } from './origin.ts';
import { isInvalidation, serveInvalidation } from './purge.ts';
import { REPORTS_PATH, serveErrors, serveReports, serveUsage } from './reports.ts';
import { serveLive, serveZero, tunnel } from './sockets.ts';
import { isTenantRequest, serveTenantApi } from './tenant-api.ts';

/** Plain segments that do not begin with a dot: such a path stays inside the folder. */
const PLAIN_PATH = /^(\/[\w@~-][\w.@~-]*)+$/;

interface KnownFile {
  version: string;
  answer: Answer;
}
const known = new WeakMap<EdgeOptions, Map<string, KnownFile>>();

/** Serves the built site's files, as the site's bucket does. */
async function serveSite(context: EdgeContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  const answer = PLAIN_PATH.test(path) ? await fileAnswer(context, path) : undefined;
  const missing = makeAnswer(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' }, 'Not found');
  await deliver(request, response, answer ?? missing);
}

async function fileAnswer(context: EdgeContext, path: string): Promise<Answer | undefined> {
  const file = join(context.options.siteDir, path);
  const info = await stat(file).catch(() => undefined);
  if (!info?.isFile()) return undefined;
  const files = known.get(context.options) ?? new Map<string, KnownFile>();
  known.set(context.options, files);
  const version = `${info.mtimeMs} ${info.size}`;
  const before = files.get(path);
  if (before?.version === version) return before.answer;
  const answer = makeAnswer(200, siteFileHeaders(path), await readFile(file));
  files.set(path, { version, answer });
  return answer;
}

export interface Edge {
  origin: string;
  /** Address of the DNS server; null without own domains. */
  dns: string | null;
  close(): Promise<void>;
}

type Serve = (context: EdgeContext, request: IncomingMessage, response: ServerResponse) => Promise<void>;

const SERVE: Record<Behaviour, Serve> = {
  site: serveSite,
  images: serveImage,
  og: serveOpenGraph,
  'public-api': servePublicApi,
  api: serveApi,
  live: serveLive,
  zero: serveZero,
  usage: serveUsage,
  errors: serveErrors,
  page: servePage,
  'own-page': servePage,
};

/** Starts the distribution on one loopback port: behaviours, cache and edge functions. */
export async function startEdge(options: EdgeOptions): Promise<Edge> {
  const context = createContext(options);
  const policiesOf = (connectOrigins: readonly string[]) =>
    Object.fromEntries(
      RESOURCE_POLICIES.map((resources) => [
        resources,
        securityHeaders({ connectOrigins, captcha: false, https: false, resources }),
      ]),
    ) as Record<ResourcePolicy, Record<string, string>>;
  const policies = policiesOf(options.connectOrigins);
  const tenantPolicies = policiesOf(options.tenants?.connectOrigins ?? []);
  const server = createServer((request, response) => {
    const own = contextOf(context, request);
    const resources = resourcePolicy(behaviourOf(own, pathOf(request)));
    setPolicy(response, (own?.isTenant ? tenantPolicies : policies)[resources]);
    serve(own, request, response).catch((error: unknown) => fail(request, response, error));
  });
  server.on('upgrade', (request, socket, head) => tunnel(context, request, socket, head));
  // Limits slow senders, who would keep connections open.
  server.headersTimeout = 10_000;
  server.requestTimeout = 120_000;
  server.keepAliveTimeout = 10_000;
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(options.port, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  // UDP has ports of its own, so that it may have the number of the distribution's.
  const dns = context.tenants ? await startDns(context.tenants.zone, options.port) : null;
  return {
    origin: `http://localhost:${port}`,
    dns: dns && `127.0.0.1:${dns.port}`,
    async close() {
      await dns?.close();
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

const pathOf = ({ url = '/' }: IncomingMessage) => url.split('?', 1)[0] ?? '/';

const behaviourOf = (context: EdgeContext | null, path: string) =>
  context?.isTenant ? findTenantBehaviour(path) : findBehaviour(path);

async function serve(context: EdgeContext | null, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!context) {
    return sendEdgeAnswer(request, response, errorResponse(421, 'not_found', 'Not found.'));
  }
  const path = pathOf(request);
  if (!path.startsWith('/')) return sendEdgeAnswer(request, response, errorResponse(404, 'not_found', 'Not found.'));
  // The raw path selects the behaviour, and the parsed URL is fetched: refuse paths where they differ, such as
  // `/og/../{key}`.
  if (URL.parse(`http://edge${path}`)?.pathname !== path) {
    return sendEdgeAnswer(request, response, errorResponse(404, 'not_found', 'Not found.'));
  }
  if (!context.isTenant && isInvalidation(request)) return serveInvalidation(context, request, response);
  if (isTenantRequest(context, request)) return serveTenantApi(context, request, response);
  if (context.tenants && path === DNS_PATH) return serveDnsPage(context.tenants.zone, request, response);
  if (!context.isTenant && path === REPORTS_PATH) return serveReports(response);
  const behaviour = behaviourOf(context, path);
  if (!METHODS[behaviour].includes(request.method ?? '')) {
    return sendEdgeAnswer(request, response, errorResponse(403, 'forbidden', 'This can only be read.'));
  }
  // As CloudFront does. The body would not be forwarded, and the origin would wait for it.
  if ((request.method === 'GET' || request.method === 'HEAD') && hasBody(request)) {
    return sendEdgeAnswer(request, response, errorResponse(403, 'forbidden', 'A read takes no body.'));
  }
  await SERVE[behaviour](context, request, response);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Sets the policy's headers on every response, overriding an origin's but for its content security policy. */
function setPolicy(response: ServerResponse, policy: Record<string, string>): void {
  const writeHead = response.writeHead.bind(response);
  response.writeHead = ((status: number, headers: Record<string, string> = {}) => {
    for (const name of Object.keys(headers)) if (isInternalHeader(name)) delete headers[name];
    const own = headers['content-security-policy'];
    return writeHead(status, { ...headers, ...policy, ...(own ? { 'content-security-policy': own } : {}) });
  }) as typeof response.writeHead;
}

function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const gone = request.socket.destroyed;
  if (!gone) console.error(`${request.method} ${(request.url ?? '').split('?', 1)[0]}`, error);
  if (response.headersSent || gone) return void response.destroy();
  const status = error instanceof OriginError ? error.status : 502;
  sendEdgeAnswer(request, response, errorResponse(status, 'unavailable', 'Try again in a moment.'));
}
