import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { isLoopback } from '../auth/settings.ts';
import { createStripeApi } from './api.ts';
import { emptyState, type State } from './objects.ts';
import { createBillingPages } from './billing-pages.ts';
import { createSales, type Sales } from './billing.ts';
import { createStripePages } from './pages.ts';
import { createDelivery, type Delivery, defaultSwitches, type Switches, type WebhookTarget } from './webhooks.ts';
import { createWorld, type World } from './world.ts';

interface StripeOptions {
  /** 0 selects a free port. */
  port: number;
  secretKey: string;
  webhook: WebhookTarget;
  /** Receives events of what the platform itself sells; without it nobody does. */
  billingWebhook?: WebhookTarget;
  /** Keeps the state here between starts; in memory by default. */
  file?: string;
  /** Epoch milliseconds. */
  now?: () => number;
}

export interface StripeServer {
  url: string;
  world: World;
  sales: Sales;
  switches: Switches;
  deliver: Delivery['send'];
  close(): Promise<void>;
}

/** How often sessions expire and the state is saved, in milliseconds. */
const SWEEP_MS = 1000;

/** Plays Stripe on the loopback interface: API, pages and webhooks. */
export async function startStripe(options: StripeOptions): Promise<StripeServer> {
  const { port, secretKey, webhook, billingWebhook, file } = options;
  const state = readState(file);
  const now = () => (options.now ?? Date.now)() + switches.aheadMs;
  const switches = defaultSwitches();
  const seconds = () => Math.floor(now() / 1000);
  const onDelivered = ({ id }: { id: string }) => {
    if (!state.delivered.includes(id)) state.delivered.push(id);
  };
  const delivery = createDelivery({
    targetOf: ({ account }) => (account === undefined ? (billingWebhook ?? null) : webhook),
    switches,
    now,
    onDelivered,
  });
  const world = createWorld(state, { now: seconds, emit: (event) => delivery.push(event) });
  const sales = createSales(state, { now: seconds, report: world.reportOwn, url: () => url });
  const app = new Hono();
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  app
    .use('*', async (c, next) => {
      // Refuses foreign hosts: DNS rebinding could otherwise let a foreign page act here.
      if (!isLoopback(new URL(c.req.url).hostname))
        return c.text('Stripe on this machine only answers as localhost', 421);
      return next();
    })
    .get('/__health', (c) => c.json({ status: 'ok' }))
    .get('/__switches', (c) => c.json(switches))
    .post('/__switches', async (c) => {
      Object.assign(switches, await c.req.json<Partial<Switches>>());
      return c.json(switches);
    })
    .route('/v1', createStripeApi({ world, sales, state, switches, secretKey, url, now: seconds }))
    .route('/', createStripePages(world, seconds))
    .route('/', createBillingPages(sales));
  // Events that were not delivered before the last stop.
  for (const event of state.events) if (file && !state.delivered.includes(event.id)) delivery.push(event);
  const timer = setInterval(() => {
    world.sweep();
    sales.charge();
    if (file) saveState(file, state);
  }, SWEEP_MS);
  return {
    url,
    world,
    sales,
    switches,
    deliver: (event) => delivery.send(event),
    async close() {
      clearInterval(timer);
      delivery.close();
      if (file) saveState(file, state);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
    },
  };
}

function readState(file: string | undefined): State {
  try {
    // States of before lack what was added later.
    return file ? { ...emptyState(), ...(JSON.parse(readFileSync(file, 'utf8')) as State) } : emptyState();
  } catch {
    return emptyState();
  }
}

/** Failing, for example on a full disk, it must not end the server: the next turn saves the state. */
function saveState(file: string, state: State): void {
  try {
    // Renamed when complete, so that a crash leaves no incomplete file.
    writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch (error) {
    console.error(error);
  }
}
