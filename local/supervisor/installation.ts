import { BUCKETS, ONE_GROUP, parseSyncGroups, type SyncGroup } from '#core/domain/studio/sync-groups.ts';
import type { Ports } from './ports.ts';
import type { Secrets } from './secrets.ts';

/** One running product: its data folder, ports and keys. */
export interface Installation {
  dataDir: string;
  ports: Ports;
  secrets: Secrets;
  /** URL for browsers. */
  origin: string;
  /** Base URL of the auth service for browsers. */
  authUrl: string;
  /** URL of S3 for browsers: presigned URLs use this host. */
  s3Url: string;
  /** Groups of studios, each with a zero-cache. */
  groups: readonly SyncGroup[];
  /** The demo studio exists, so the landing page links to it. */
  demo?: boolean;
  /** Folder of an operator's photographs, which demo and landing page show instead of drawn scenes. */
  photos?: string | undefined;
}

export const REGION = 'eu-west-1';
export const ORIGINALS_BUCKET = 'albumen-originals';
export const RENDITIONS_BUCKET = 'albumen-renditions';

/** Returns an installation in a data folder. @param groups of studios, with a zero-cache each */
export function describeInstallation(
  dataDir: string,
  ports: Ports,
  secrets: Secrets,
  groups = parseSyncGroups(ONE_GROUP),
): Installation {
  return {
    dataDir,
    ports,
    secrets,
    origin: `http://localhost:${ports.edge}`,
    authUrl: `http://localhost:${ports.auth}`,
    s3Url: `http://localhost:${ports.s3}`,
    groups,
  };
}

/**
 * Returns groups of equal size. Each number of them has numbers of its own, 0, 1 and 2, 3 to 5: the buckets of a group
 * never change, so a start with another number of groups finds each replica as it was.
 */
export function equalGroups(count: number): SyncGroup[] {
  const edges = Array.from({ length: count + 1 }, (_, at) => Math.floor((BUCKETS * at) / count));
  const base = (count * (count - 1)) / 2;
  return edges.slice(1).map((end, at) => ({ number: base + at, first: edges[at]!, last: end - 1 }));
}
