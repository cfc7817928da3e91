import { databaseUrl } from '#local/postgres/addresses.ts';
import { bootstrapHosted, migrateLocal } from '#local/postgres/bootstrap.ts';
import { openDataFolder } from '#local/supervisor/data-folder.ts';
import { describeInstallation, type Installation } from '#local/supervisor/installation.ts';
import { portsFrom } from '#local/supervisor/ports.ts';
import { type Reaper, startReaper } from '#local/supervisor/reaper.ts';
import { loadSecrets } from '#local/supervisor/secrets.ts';
import { openLog } from '#local/supervisor/service-log.ts';
import { Service, type ServiceDefinition } from '#local/supervisor/service.ts';
import * as services from '#local/supervisor/services.ts';
import { freeBase, removeDataFolder, temporaryFolder } from '../../support/stack.ts';

export interface EmbeddedServices {
  installation: Installation;
  /** Stops all processes if this one is killed. */
  reaper: Reaper;
  /** Starts the edge, which needs the functions. */
  startEdge(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The embedded product without its function host: all services as with `npm start`, with the host's port free. Storage
 * sends events for originals there, zero-cache and the edge their calls.
 */
export async function startEmbeddedServices(): Promise<EmbeddedServices> {
  const folder = temporaryFolder();
  const lock = openDataFolder(folder, false);
  const installation = describeInstallation(folder, portsFrom(await freeBase()), loadSecrets(folder));
  const reaper = startReaper(lock.file);
  const running: Service[] = [];
  const start = async (definition: ServiceDefinition) => {
    const service = new Service(definition, openLog(folder, definition.name), reaper);
    running.push(service);
    await service.start();
  };
  const stop = async () => {
    const isDatabase = ({ name }: Service) => name === 'postgres';
    await Promise.all(running.filter((service) => !isDatabase(service)).map((service) => service.stop()));
    await Promise.all(running.filter(isDatabase).map((service) => service.stop()));
    lock.release();
    reaper.close();
    removeDataFolder(folder);
  };
  try {
    await Promise.all([
      start(services.mail(installation)),
      start(services.s3(installation)),
      start(services.stripe(installation)),
      startDatabase(installation, start),
    ]);
    await Promise.all([
      start(services.auth(installation)),
      start(services.zeroCache(installation, installation.groups[0]!)),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { installation, reaper, startEdge: () => start(services.edge(installation)), stop };
}

async function startDatabase(
  installation: Installation,
  start: (definition: ServiceDefinition) => Promise<void>,
): Promise<void> {
  await start(services.postgres(installation, () => {}));
  const url = databaseUrl(installation.ports.postgres);
  await bootstrapHosted(url);
  await migrateLocal(url);
}
