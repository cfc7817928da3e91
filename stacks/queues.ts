import { FUNCTIONS } from './function-table.ts';
import { logical, physical } from './names.ts';

const DAY = 86_400;
/** A message that could not be worked on waits for a person; SQS keeps it no longer. */
const DEAD_KEPT = 14 * DAY;
/** Deliveries of an original before somebody has to look: at six timeouts each, about an hour and a half. */
const DELIVERIES = 5;

export interface Queues {
  /** S3 tells here of each original. */
  ingest: aws.sqs.Queue;
  ingestDead: aws.sqs.Queue;
  /** "There is work": sent after a commit, so that an effect does not wait for its minute. */
  outbox: aws.sqs.Queue;
  /** The same of those who ask for an archive. */
  archives: aws.sqs.Queue;
  /** Scheduled calls that Lambda did not take. */
  schedulesDead: aws.sqs.Queue;
}

/** Encrypted with SQS's own key. A message stays hidden for six timeouts of its function, as AWS asks for. */
export function queues(): Queues {
  const ingestDead = queue('ingest-dead', { messageRetentionSeconds: DEAD_KEPT });
  return {
    ingestDead,
    ingest: queue('ingest', {
      visibilityTimeoutSeconds: 6 * FUNCTIONS.ingest.timeoutS,
      messageRetentionSeconds: 4 * DAY,
      redrivePolicy: $util.jsonStringify({ deadLetterTargetArn: ingestDead.arn, maxReceiveCount: DELIVERIES }),
    }),
    // No dead letters: what a nudge announced is found by the next minute's run, and a nudge says nothing else.
    outbox: queue('outbox', {
      visibilityTimeoutSeconds: 6 * FUNCTIONS.outbox.timeoutS,
      messageRetentionSeconds: 300,
    }),
    archives: queue('archives', {
      visibilityTimeoutSeconds: 6 * FUNCTIONS['archive-packer'].timeoutS,
      messageRetentionSeconds: 300,
    }),
    schedulesDead: queue('schedules-dead', { messageRetentionSeconds: DEAD_KEPT }),
  };
}

function queue(thing: string, args: aws.sqs.QueueArgs): aws.sqs.Queue {
  return new aws.sqs.Queue(logical(thing), { name: physical(thing), sqsManagedSseEnabled: true, ...args });
}
