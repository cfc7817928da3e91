import { databaseUrl } from '#local/postgres/addresses.ts';
import { bootstrapHosted } from '#local/postgres/bootstrap.ts';
import { migrateLocal } from '#local/postgres/migrate.ts';
import { buildWeb } from './build-web.ts';
import { startDemo, type Demo } from './demo.ts';
import type { Installation } from './installation.ts';
import type { Reaper } from './reaper.ts';
import { openLog } from './service-log.ts';
import { Service, type ServiceDefinition } from './service.ts';
import * as services from './services.ts';

/** Starts everything in order and keeps it running until told otherwise. */
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

  /** Resolves when a page and a socket would be answered. @throws StartError naming what does not come up */
  async start(): Promise<void> {
    const here = this.#installation;
    // Storage and mail wait for nobody; the build, where one is needed, takes longest.
    const independent = [this.#start(services.mail(here)), this.#start(services.s3(here)), buildWeb(this.#say)];
    await Promise.all([...independent, this.#startDatabase()]);
    await Promise.all(
      [services.auth, services.functions, services.zeroCache].map((define) => this.#start(define(here))),
    );
    await this.#start(services.edge(here));
  }

  async #startDatabase(): Promise<void> {
    await this.#start(services.postgres(this.#installation, this.#say));
    const url = databaseUrl(this.#installation.ports.postgres);
    await bootstrapHosted(url);
    await migrateLocal(url);
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

  /** Makes the demo studio the first time. Without it everything else still works. */
  async seedDemo(): Promise<void> {
    if (this.#stopped) return;
    this.#demo = startDemo(this.#installation, this.#reaper);
    await this.#demo.studio;
  }

  /** Ends everything: first who uses the database, then the database. Repeating it changes nothing. */
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
