import pg from 'pg';
import { asAdmin, asApi, databaseUrl } from '#local/postgres/addresses.ts';
import { type Deployment, startDeployment } from './deployment.ts';

/** A deployment with the tools to inspect it. */
export interface Stage {
  deployment: Deployment;
  /** Origin that users open. */
  origin: string;
  db: pg.Pool;
  /** Adds secrets that no function may log. */
  mustNotBeLogged: (...words: string[]) => void;
  /** All secrets, including those of the installation. */
  unloggable: () => readonly string[];
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const deployment = await startDeployment();
  const { installation } = deployment;
  const db = new pg.Pool({ connectionString: asAdmin(databaseUrl(installation.ports.postgres)), max: 4 });
  // Idle connections are cut if the database stops before the pool.
  db.on('error', () => {});
  const { s3AccessKeyId: _public, ...secrets } = installation.secrets;
  const url = databaseUrl(installation.ports.postgres);
  const words = new Set<string>([...Object.values(secrets), url, asApi(url)]);
  return {
    deployment,
    origin: installation.origin,
    db,
    mustNotBeLogged: (...more) => more.forEach((word) => words.add(word)),
    unloggable: () => [...words],
    async close() {
      await db.end();
      await deployment.close();
    },
  };
}
