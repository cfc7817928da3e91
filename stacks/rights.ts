import type { Right, Target } from './function-spec.ts';
import type { Queues } from './queues.ts';
import type { Storage } from './storage.ts';

type Arn = $util.Input<string>;

/**
 * Resources of a function's rights; '' for those that this stage does not have. The distributions are created last, and
 * only the outbox needs them.
 */
export type Targets = Partial<Record<Target, Arn>>;

export function targets({ originals, renditions }: Storage, queues: Queues): Targets {
  return {
    originals: originals.arn,
    'originals/*': $interpolate`${originals.arn}/*`,
    'originals/*/poster': $interpolate`${originals.arn}/*/poster`,
    'originals/contracts/*': $interpolate`${originals.arn}/contracts/*`,
    'originals/watermarks/*': $interpolate`${originals.arn}/watermarks/*`,
    renditions: renditions.arn,
    'renditions/*': $interpolate`${renditions.arn}/*`,
    'renditions/archives/*': $interpolate`${renditions.arn}/archives/*`,
    'renditions/exports/*': $interpolate`${renditions.arn}/exports/*`,
    'renditions/fonts/*': $interpolate`${renditions.arn}/fonts/*`,
    'renditions/inventory/*': $interpolate`${renditions.arn}/inventory/*`,
    'renditions/logos/*': $interpolate`${renditions.arn}/logos/*`,
    'renditions/og/*': $interpolate`${renditions.arn}/og/*`,
    archivesQueue: queues.archives.arn,
    ingestQueue: queues.ingest.arn,
    mailEventsQueue: queues.mailEvents.arn,
    outboxQueue: queues.outbox.arn,
  };
}

interface Statement {
  effect: 'allow' | 'deny';
  actions: string[];
  resources: Arn[];
}

/**
 * Returns the statements of a function's rights, without those on resources that this stage does not have.
 * @throws Error if the table grants a right on a resource that does not exist yet
 */
export function statements(rights: readonly Right[], known: Targets): Statement[] {
  return rights.flatMap(({ effect, actions, on }): Statement[] => {
    const arn = known[on];
    if (arn === undefined) throw new Error(`A function's right is on ${on}, which is made after it`);
    return arn === '' ? [] : [{ effect: effect ?? 'allow', actions: [...actions], resources: [arn] }];
  });
}
