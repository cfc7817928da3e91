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

/** A deployed function's package, ready to be invoked, and its recorded activity. */
export interface RunningFunction {
  deployed: DeployedFunction;
  lambda: LambdaFunction;
  /** Its variables, beside those of Lambda. */
  env: Readonly<Record<string, string>>;
  /** All output of its processes: its log group. */
  output: () => string;
  /** Rights that its requests to AWS services used. */
  used: readonly Grant[];
  /** Whether its folder is unchanged since it was unzipped. */
  isUntouched: () => boolean;
  close(): Promise<void>;
}

export interface Surroundings {
  installation: Installation;
  reaper: Reaper;
  sentryDsn: string;
}

/** Maximum of sandboxes for each function: two cores serve all of them. */
const CONCURRENCY = 2;

/** Overrides of the function's variables; undefined removes one. */
export type Overrides = Readonly<Record<string, string | undefined>>;

/** Unzips a package, and starts a recorder for each service that it uses. */
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
