import { FUNCTIONS } from './function-table.ts';
import { logical, physical } from './names.ts';

const DAY = 86_400;
/** Retention of failed messages: SQS's maximum. */
const DEAD_KEPT = 14 * DAY;
/** Deliveries of an original before an operator must look: at six timeouts each, about an hour and a half. */
const DELIVERIES = 5;

export interface Queues {
  /** S3 events of stored originals. */
  ingest: aws.sqs.Queue;
  ingestDead: aws.sqs.Queue;
  /** Wake-up messages sent after a commit, so that an effect does not wait for the next minute. */
  outbox: aws.sqs.Queue;
  /** Wake-up messages of requested archives. */
  archives: aws.sqs.Queue;
  /** Bounces and complaints of mails. */
  mailEvents: aws.sqs.Queue;
  /** Scheduled invocations that Lambda did not accept. */
  schedulesDead: aws.sqs.Queue;
}

/**
 * Creates the queues, encrypted with SQS's own key. The visibility timeout is six timeouts of the function, as AWS
 * recommends.
 */
export function queues(): Queues {
  const ingestDead = queue('ingest-dead', { messageRetentionSeconds: DEAD_KEPT });
  const mailEventsDead = queue('mail-events-dead', { messageRetentionSeconds: DEAD_KEPT });
  return {
    ingestDead,
    ingest: queue('ingest', {
      visibilityTimeoutSeconds: 6 * FUNCTIONS.ingest.timeoutS,
      messageRetentionSeconds: 4 * DAY,
      redrivePolicy: $util.jsonStringify({ deadLetterTargetArn: ingestDead.arn, maxReceiveCount: DELIVERIES }),
    }),
    // No dead-letter queue: a wake-up message has no content, and the next minute's run finds the work.
    outbox: queue('outbox', {
      visibilityTimeoutSeconds: 6 * FUNCTIONS.outbox.timeoutS,
      messageRetentionSeconds: 300,
    }),
    archives: queue('archives', {
      visibilityTimeoutSeconds: 6 * FUNCTIONS['archive-packer'].timeoutS,
      messageRetentionSeconds: 300,
    }),
    mailEvents: queue('mail-events', {
      visibilityTimeoutSeconds: 6 * FUNCTIONS['mail-events'].timeoutS,
      messageRetentionSeconds: 4 * DAY,
      redrivePolicy: $util.jsonStringify({ deadLetterTargetArn: mailEventsDead.arn, maxReceiveCount: DELIVERIES }),
    }),
    schedulesDead: queue('schedules-dead', { messageRetentionSeconds: DEAD_KEPT }),
  };
}

function queue(thing: string, args: aws.sqs.QueueArgs): aws.sqs.Queue {
  return new aws.sqs.Queue(logical(thing), { name: physical(thing), sqsManagedSseEnabled: true, ...args });
}
