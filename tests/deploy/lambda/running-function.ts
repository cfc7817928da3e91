import { functionsEnvironment } from '#local/supervisor/environments.ts';
import type { Installation } from '#local/supervisor/installation.ts';
import type { Reaper } from '#local/supervisor/reaper.ts';
import { neededFor, type Service, SERVICES } from './aws-actions.ts';
import { type AwsRecorder, startAwsRecorder } from './aws-recorder.ts';
import type { DeployedFunction, Grant } from './deployed.ts';
import { functionEnvironment } from './function-environment.ts';
import { lambdaEnvironment } from './lambda-environment.ts';
import { LambdaFunction } from './lambda-function.ts';
import { discard, fingerprint, unpack } from './task-root.ts';

/** A deployed function's package, ready to be called, and what is seen of it. */
export interface RunningFunction {
  deployed: DeployedFunction;
  lambda: LambdaFunction;
  /** Its variables, beside what Lambda sets. */
  env: Readonly<Record<string, string>>;
  /** Everything that its processes printed: its log group. */
  output: () => string;
  /** What its requests to AWS's services need to be allowed. */
  used: readonly Grant[];
  /** Whether its folder still is as it was unzipped. */
  isUntouched: () => boolean;
  close(): Promise<void>;
}

export interface Surroundings {
  installation: Installation;
  reaper: Reaper;
  sentryDsn: string;
}

/** At most so many sandboxes a function: two cores are there for all of them. */
const CONCURRENCY = 2;

/** Variables in the place of those that a function should have; undefined takes one away. */
export type Overrides = Readonly<Record<string, string | undefined>>;

/** Unzips a package, and puts a recorder before each service that it asks. */
export async function runFunction(
  deployed: DeployedFunction,
  around: Surroundings,
  overrides: Overrides = {},
): Promise<RunningFunction> {
  const { installation, reaper, sentryDsn } = around;
  const used: Grant[] = [];
  const recorders = await startRecorders(deployed, installation, (grants) => used.push(...grants));
  const origins = Object.fromEntries([...recorders].map(([service, { origin }]) => [service, origin]));
  const given = { ...functionEnvironment(deployed, installation, { ...origins, sentryDsn }), ...overrides };
  const env = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const taskRoot = unpack(deployed.zip());
  const before = fingerprint(taskRoot);
  let output = '';
  const lambda = new LambdaFunction({
    functionName: deployed.functionName,
    taskRoot,
    env: { ...env, ...lambdaEnvironment(deployed, taskRoot, keysOf(installation)) },
    timeoutMs: deployed.timeoutMs,
    concurrency: CONCURRENCY,
    reaper,
    onOutput: (text) => (output += text),
  });
  return {
    deployed,
    lambda,
    env,
    output: () => output,
    used,
    isUntouched: () => fingerprint(taskRoot) === before,
    async close() {
      await lambda.close();
      await Promise.all([...recorders.values()].map((recorder) => recorder.close()));
      discard(taskRoot);
    },
  };
}

async function startRecorders(
  deployed: DeployedFunction,
  installation: Installation,
  record: (grants: readonly Grant[]) => void,
): Promise<Map<Service, AwsRecorder>> {
  const here = functionsEnvironment(installation);
  const targets = { s3: 'S3_ENDPOINT', sqs: 'OUTBOX_QUEUE_URL', cloudfront: 'CLOUDFRONT_ENDPOINT' } as const;
  const recorders = new Map<Service, AwsRecorder>();
  for (const [service, variable] of Object.entries(SERVICES) as [Service, string][]) {
    if (!(variable in deployed.variables)) continue;
    const target = here[targets[service]];
    if (!target) throw new Error(`there is no ${service} here`);
    recorders.set(
      service,
      await startAwsRecorder(target, (exchange) => record(neededFor(service, exchange, deployed))),
    );
  }
  return recorders;
}

function keysOf({ secrets }: Installation) {
  return { accessKeyId: secrets.s3AccessKeyId, secretAccessKey: secrets.s3SecretAccessKey };
}
