import type { FunctionSpec } from './function-spec.ts';
import { FUNCTIONS, type FunctionName } from './function-table.ts';
import type { Functions } from './functions.ts';
import { logical, physical } from './names.ts';
import type { Queues } from './queues.ts';
import { bounded } from './roles.ts';

export const JOBS = [
  'outbox',
  'archive-packer',
  'og-sweep',
  'reminders',
  'trash',
  'uploads-sweep',
  'usage',
  'vitals',
] as const satisfies FunctionName[];
type Job = (typeof JOBS)[number];

/** Invokes the jobs by schedule, and those with a queue also on each message. */
export function startJobs(jobs: Functions<Job>, queues: Queues): void {
  const role = schedulerRole(jobs, queues);
  for (const name of JOBS) schedule(name, jobs[name], role, queues);
  new aws.lambda.EventSourceMapping('Outbox', {
    eventSourceArn: queues.outbox.arn,
    functionName: jobs.outbox.name,
    // One run processes everything that is due: a batch of messages needs one run, and concurrent runs share the work.
    batchSize: 10,
    scalingConfig: { maximumConcurrency: 2 },
  });
  new aws.lambda.EventSourceMapping('ArchivePacker', {
    eventSourceArn: queues.archives.arn,
    functionName: jobs['archive-packer'].name,
    // Each message starts a run, which packs at least one archive. The scheduled run is additional.
    batchSize: 1,
    scalingConfig: { maximumConcurrency: 5 },
  });
}

const RATES = { 1: 'rate(1 minute)', 10: 'rate(10 minutes)', 60: 'rate(1 hour)' } as const;

function minutesBetween({ by }: FunctionSpec): keyof typeof RATES {
  if (by.includes('minute')) return 1;
  return by.includes('tenMinutes') ? 10 : 60;
}

function schedule(name: Job, job: sst.aws.Function, role: aws.iam.Role, queues: Queues): void {
  const minutes = minutesBetween(FUNCTIONS[name]);
  new aws.scheduler.Schedule(logical(name), {
    name: physical(name),
    description: `Albumen (${$app.stage}): calls ${name}`,
    scheduleExpression: RATES[minutes],
    flexibleTimeWindow: { mode: 'OFF' },
    target: {
      arn: job.arn,
      roleArn: role.arn,
      input: '{}',
      // Retries until the next scheduled run.
      retryPolicy: { maximumEventAgeInSeconds: minutes * 60, maximumRetryAttempts: minutes === 1 ? 1 : 3 },
      deadLetterConfig: { arn: queues.schedulesDead.arn },
    },
  });
}

/** One role for the scheduler: it may invoke the jobs only, and only for schedules of this account. */
function schedulerRole(jobs: Functions<Job>, queues: Queues): aws.iam.Role {
  const assumeRolePolicy = aws.iam.getPolicyDocumentOutput({
    statements: [
      {
        actions: ['sts:AssumeRole'],
        principals: [{ type: 'Service', identifiers: ['scheduler.amazonaws.com'] }],
        conditions: [
          { test: 'StringEquals', variable: 'aws:SourceAccount', values: [aws.getCallerIdentityOutput().accountId] },
        ],
      },
    ],
  }).json;
  const policy = aws.iam.getPolicyDocumentOutput({
    statements: [
      { actions: ['lambda:InvokeFunction'], resources: JOBS.map((name) => jobs[name].arn) },
      { actions: ['sqs:SendMessage'], resources: [queues.schedulesDead.arn] },
    ],
  }).json;
  return new aws.iam.Role('Scheduler', {
    name: physical('scheduler'),
    assumeRolePolicy,
    inlinePolicies: [{ name: 'jobs', policy }],
    ...bounded(),
  });
}
