import type { Queues } from './queues.ts';
import type { StageSettings } from './settings.ts';

/** Messages per invocation: two are processed at a time, and all within the timeout (functions/images/ingest.ts). */
const BATCH = 5;

/** Notifies the queue of each stored original; the queue invokes `ingest` with limited concurrency. */
export function ingestOriginals(
  originals: aws.s3.Bucket,
  queues: Queues,
  ingest: sst.aws.Function,
  settings: StageSettings,
): void {
  const policy = new aws.sqs.QueuePolicy('Ingest', {
    queueUrl: queues.ingest.url,
    policy: onlyFrom(originals, queues),
  });
  new aws.s3.BucketNotification(
    'Originals',
    {
      bucket: originals.bucket,
      // All kinds of writes, including copies: an original that was not processed in time is copied onto itself to send
      // the event again.
      queues: [{ id: 'ingest', queueArn: queues.ingest.arn, events: ['s3:ObjectCreated:*'] }],
    },
    { dependsOn: policy },
  );
  new aws.lambda.EventSourceMapping('Ingest', {
    eventSourceArn: queues.ingest.arn,
    functionName: ingest.name,
    batchSize: BATCH,
    functionResponseTypes: ['ReportBatchItemFailures'],
    scalingConfig: { maximumConcurrency: settings.ingestConcurrency },
  });
}

/** Restricts the queue to this bucket: SST's own policy allows S3 events of any bucket of any account. */
function onlyFrom(originals: aws.s3.Bucket, { ingest }: Queues): $util.Output<string> {
  return aws.iam.getPolicyDocumentOutput({
    statements: [
      {
        sid: 'Originals',
        principals: [{ type: 'Service', identifiers: ['s3.amazonaws.com'] }],
        actions: ['sqs:SendMessage'],
        resources: [ingest.arn],
        conditions: [
          { test: 'ArnEquals', variable: 'aws:SourceArn', values: [originals.arn] },
          { test: 'StringEquals', variable: 'aws:SourceAccount', values: [aws.getCallerIdentityOutput().accountId] },
        ],
      },
    ],
  }).json;
}
