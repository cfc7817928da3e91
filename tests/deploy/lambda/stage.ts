import pg from 'pg';
import { asAdmin, databaseUrl } from '#local/postgres/addresses.ts';
import { type Deployment, startDeployment } from './deployment.ts';

/** A deployment with what tests look at it through. */
export interface Stage {
  deployment: Deployment;
  /** What people open. */
  origin: string;
  db: pg.Pool;
  /** Notes words that no function may ever print. */
  mustNotBeLogged: (...words: string[]) => void;
  /** All of them, the installation's secrets included. */
  unloggable: () => readonly string[];
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const deployment = await startDeployment();
  const { installation } = deployment;
  const db = new pg.Pool({ connectionString: asAdmin(databaseUrl(installation.ports.postgres)), max: 4 });
  // Idle connections are cut when the database ends before the pool does.
  db.on('error', () => {});
  const { s3AccessKeyId: _public, ...secrets } = installation.secrets;
  const words = new Set<string>([...Object.values(secrets), databaseUrl(installation.ports.postgres)]);
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
