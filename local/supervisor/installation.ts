import type { Ports } from './ports.ts';
import type { Secrets } from './secrets.ts';

/** One started product: where it keeps its data, its ports and its keys. */
export interface Installation {
  dataDir: string;
  ports: Ports;
  secrets: Secrets;
  /** What people open in their browser. */
  origin: string;
  /** Base of the auth service, as browsers reach it. */
  authUrl: string;
  /** S3 as browsers reach it: addresses are signed for this host. */
  s3Url: string;
}

export const REGION = 'eu-west-1';
export const ORIGINALS_BUCKET = 'albumen-originals';
export const RENDITIONS_BUCKET = 'albumen-renditions';

export function describeInstallation(dataDir: string, ports: Ports, secrets: Secrets): Installation {
  return {
    dataDir,
    ports,
    secrets,
    origin: `http://localhost:${ports.edge}`,
    authUrl: `http://localhost:${ports.auth}`,
    s3Url: `http://localhost:${ports.s3}`,
  };
}
