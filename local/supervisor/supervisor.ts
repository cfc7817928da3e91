import { databaseUrl } from '#local/postgres/addresses.ts';
import { bootstrapHosted, migrateLocal } from '#local/postgres/bootstrap.ts';
import { buildWeb } from './build-web.ts';
import { startDemo, type Demo } from './demo.ts';
import type { Installation } from './installation.ts';
import type { Reaper } from './reaper.ts';
import { openLog } from './service-log.ts';
import { Service, type ServiceDefinition } from './service.ts';
import * as services from './services.ts';

/** Starts all services in order and keeps them running. */
export class Supervisor {
  readonly #installation: Installation;
  readonly #reaper: Reaper;
  readonly #say: (line: string) => void;
  readonly #running: Service[] = [];
  #demo: Demo | undefined;
  #stopped: Promise<void> | undefined;

  constructor(installation: Installation, reaper: Reaper, say: (line: string) => void) {
    this.#installation = installation;
    this.#reaper = reaper;
    this.#say = say;
  }

  /** Resolves when a page and a socket respond. @throws StartError naming the service that does not start */
  async start(): Promise<void> {
    const here = this.#installation;
    // Independent of each other; the build takes longest, if needed.
    const independent = [services.mail, services.s3, services.stripe].map((define) => this.#start(define(here)));
    await Promise.all([...independent, buildWeb(this.#say, 'web', this.#installation.photos), this.#startDatabase()]);
    await Promise.all(
      [
        services.auth(here),
        services.functions(here),
        ...here.groups.map((group) => services.zeroCache(here, group)),
      ].map((definition) => this.#start(definition)),
    );
    await this.#start(services.edge(here));
  }

  async #startDatabase(): Promise<void> {
    await this.#start(services.postgres(this.#installation, this.#say));
    const url = databaseUrl(this.#installation.ports.postgres);
    await bootstrapHosted(url);
    await migrateLocal(url, this.#installation.groups);
    this.#say('database is up to date');
  }

  async #start(definition: ServiceDefinition): Promise<void> {
    if (this.#stopped) return;
    const log = openLog(this.#installation.dataDir, definition.name);
    const service = new Service(definition, log, this.#reaper);
    this.#running.push(service);
    const began = Date.now();
    await service.start();
    if (!this.#stopped) this.#say(`${definition.name} is up (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  }

  /** Creates the demo studio at the first start. The product works without it. */
  async seedDemo(): Promise<void> {
    if (this.#stopped) return;
    this.#demo = startDemo(this.#installation, this.#reaper);
    await this.#demo.studio;
  }

  /** Ends all services, clients of the database before the database. Idempotent. */
  stop(): Promise<void> {
    return (this.#stopped ??= this.#stopAll());
  }

  async #stopAll(): Promise<void> {
    await this.#demo?.stop();
    const database = this.#running.filter(({ name }) => name === 'postgres');
    const others = this.#running.filter(({ name }) => name !== 'postgres');
    await Promise.all(others.map((service) => service.stop()));
    await Promise.all(database.map((service) => service.stop()));
  }
}
