import { logical, physical } from './names.ts';
import type { Queues } from './queues.ts';
import type { Secrets } from './secrets.ts';
import type { StageSettings } from './settings.ts';

/** Events per invocation: each is a few statements. */
const BATCH = 10;

/** What the functions need of it. */
export interface MailEvents {
  /** Name of the configuration set that mails are sent with; '' if another service than this region's SES sends them. */
  configurationSet: $util.Output<string>;
}

/**
 * Passes bounces and complaints of Amazon SES to a function: configuration set, topic, queue. Mails of auth, which
 * Supabase sends, have a set of their own: their reputation is apart, and SES itself suppresses their recipients.
 */
export function mailEvents(
  fn: sst.aws.Function,
  queued: Queues,
  { mailUrl }: Pick<Secrets, 'mailUrl'>,
  settings: StageSettings,
): MailEvents {
  new aws.lambda.EventSourceMapping('MailEvents', {
    eventSourceArn: queued.mailEvents.arn,
    functionName: fn.name,
    batchSize: BATCH,
    functionResponseTypes: ['ReportBatchItemFailures'],
    scalingConfig: { maximumConcurrency: 2 },
  });
  if (!settings.mailEvents) return { configurationSet: $util.output('') };
  // Our own list decides, so that an operator and a studio can end a suppression once.
  const set = configurationSet('mail', []);
  configurationSet('auth-mail', ['BOUNCE', 'COMPLAINT']);
  const { topic, policy: publishing } = topicOf(set);
  const policy = new aws.sqs.QueuePolicy('MailEvents', {
    queueUrl: queued.mailEvents.url,
    policy: onlyFrom(topic, queued.mailEvents),
  });
  const subscription = new aws.sns.TopicSubscription(
    'MailEvents',
    { topic: topic.arn, protocol: 'sqs', endpoint: queued.mailEvents.arn, rawMessageDelivery: true },
    { dependsOn: policy },
  );
  new aws.sesv2.ConfigurationSetEventDestination(
    'MailEvents',
    {
      configurationSetName: set.configurationSetName,
      eventDestinationName: 'events',
      eventDestination: {
        enabled: true,
        matchingEventTypes: ['BOUNCE', 'COMPLAINT'],
        snsDestination: { topicArn: topic.arn },
      },
    },
    // SES may try the topic when it is told of it.
    { dependsOn: [publishing, subscription] },
  );
  const ownServer = `email-smtp.${settings.region}.amazonaws.com`;
  return {
    configurationSet: $util
      .all([mailUrl, set.configurationSetName])
      .apply(([url, name]) => (new URL(url).hostname === ownServer ? name : '')),
  };
}

function configurationSet(thing: string, suppressedReasons: string[]): aws.sesv2.ConfigurationSet {
  return new aws.sesv2.ConfigurationSet(logical(thing), {
    configurationSetName: physical(thing),
    reputationOptions: { reputationMetricsEnabled: true },
    suppressionOptions: { suppressedReasons },
  });
}

/** Creates a topic that only SES may publish to, and only events of this set. */
function topicOf(set: aws.sesv2.ConfigurationSet): { topic: aws.sns.Topic; policy: aws.sns.TopicPolicy } {
  const topic = new aws.sns.Topic('MailEvents', { name: physical('mail-events') });
  const document = aws.iam.getPolicyDocumentOutput({
    statements: [
      {
        sid: 'MailEvents',
        principals: [{ type: 'Service', identifiers: ['ses.amazonaws.com'] }],
        actions: ['sns:Publish'],
        resources: [topic.arn],
        conditions: [
          { test: 'ArnEquals', variable: 'aws:SourceArn', values: [set.arn] },
          { test: 'StringEquals', variable: 'aws:SourceAccount', values: [aws.getCallerIdentityOutput().accountId] },
        ],
      },
    ],
  }).json;
  const policy = new aws.sns.TopicPolicy('MailEvents', { arn: topic.arn, policy: document });
  return { topic, policy };
}

/** Restricts the queue to the topic. */
function onlyFrom(topic: aws.sns.Topic, queue: aws.sqs.Queue): $util.Output<string> {
  return aws.iam.getPolicyDocumentOutput({
    statements: [
      {
        sid: 'MailEvents',
        principals: [{ type: 'Service', identifiers: ['sns.amazonaws.com'] }],
        actions: ['sqs:SendMessage'],
        resources: [queue.arn],
        conditions: [{ test: 'ArnEquals', variable: 'aws:SourceArn', values: [topic.arn] }],
      },
    ],
  }).json;
}
