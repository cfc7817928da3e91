import type { Right, Target } from './function-table.ts';
import type { Queues } from './queues.ts';
import type { Storage } from './storage.ts';

type Arn = $util.Input<string>;

/** Resources of a function's rights. The distribution is created last, and only the outbox needs it. */
export type Targets = Partial<Record<Target, Arn>>;

export function targets({ originals, renditions }: Storage, queues: Queues): Targets {
  return {
    originals: originals.arn,
    'originals/*': $interpolate`${originals.arn}/*`,
    'originals/*/poster': $interpolate`${originals.arn}/*/poster`,
    'originals/watermarks/*': $interpolate`${originals.arn}/watermarks/*`,
    renditions: renditions.arn,
    'renditions/*': $interpolate`${renditions.arn}/*`,
    'renditions/archives/*': $interpolate`${renditions.arn}/archives/*`,
    'renditions/exports/*': $interpolate`${renditions.arn}/exports/*`,
    'renditions/fonts/*': $interpolate`${renditions.arn}/fonts/*`,
    'renditions/og/*': $interpolate`${renditions.arn}/og/*`,
    archivesQueue: queues.archives.arn,
    ingestQueue: queues.ingest.arn,
    outboxQueue: queues.outbox.arn,
  };
}

/** @throws Error if the table grants a right on a resource that does not exist yet */
export function statement({ actions, on }: Right, known: Targets): { actions: string[]; resources: Arn[] } {
  const arn = known[on];
  if (arn === undefined) throw new Error(`A function's right is on ${on}, which is made after it`);
  return { actions: [...actions], resources: [arn] };
}
