import type { Queues } from './queues.ts';
import type { StageSettings } from './settings.ts';

/** Messages a call takes: two are read at a time, and all fit into the function's time (functions/images/ingest.ts). */
const BATCH = 5;

/** Each stored original is told to the queue, and from there to `ingest`, a few at a time. */
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
      // All ways to write, copies too: an original that was not read in time is copied onto itself to be told again.
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

/** SST's own policy for a queue lets S3 send in the name of any bucket of any account. */
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
