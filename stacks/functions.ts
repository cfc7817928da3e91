import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { FUNCTIONS, type FunctionName, type FunctionSpec, type Variable } from './function-table.ts';
import { logical, physical } from './names.ts';
import { roleFor } from './roles.ts';
import { statement, type Targets } from './rights.ts';
import type { StageSettings } from './settings.ts';

/** What functions of a stage are made from; a value is asked for only if the table names it. */
export interface FunctionParts {
  settings: StageSettings;
  values: Partial<Record<Variable, $util.Input<string>>>;
  targets: Targets;
  /** Encrypts their environments; without it, Lambda's own key does. */
  keyArn?: $util.Output<string>;
  /** What has to be there before any of them changes. */
  after: $util.Input<$util.Resource>[];
}

export type Functions<N extends FunctionName> = Record<N, sst.aws.Function>;

/** The named functions of the table. */
export function functions<N extends FunctionName>(names: readonly N[], parts: FunctionParts): Functions<N> {
  return Object.fromEntries(names.map((name) => [name, make(name, FUNCTIONS[name], parts)])) as Functions<N>;
}

function make(name: FunctionName, spec: FunctionSpec, parts: FunctionParts): sst.aws.Function {
  const logs = new aws.cloudwatch.LogGroup(logical(name), {
    name: `/aws/lambda/${physical(name)}`,
    retentionInDays: parts.settings.logRetentionDays,
  });
  return new sst.aws.Function(logical(name), {
    name: physical(name),
    description: `Albumen (${$app.stage}): ${name}`,
    runtime: 'nodejs24.x',
    architecture: 'x86_64',
    bundle: `.build/functions/${name}`,
    handler: 'index.handler',
    memory: `${spec.memoryMb} MB`,
    timeout: `${spec.timeoutS} seconds`,
    logging: { format: 'json', logGroup: logs.name },
    permissions: [...spec.may.map((right) => statement(right, parts.targets)), writeTo(logs)],
    ...(spec.by.includes('url') ? { url: { authorization: 'iam', cors: false } } : {}),
    // A run that failed is not run again by Lambda: a minute's is followed by the next, and all are safe to miss.
    ...(spec.by.includes('minute') ? { retries: 0 } : {}),
    hook: { postbuild: withoutLinks },
    transform: {
      role: (args) => void Object.assign(args, roleFor(name, parts.settings)),
      function: (args, options) => {
        Object.assign(args, lambdaOptions(name, spec, parts));
        options.dependsOn = [...parts.after, logs];
      },
    },
  });
}

/** Instead of `AWSLambdaBasicExecutionRole`, which may write to every log group of the account. */
function writeTo(logs: aws.cloudwatch.LogGroup) {
  return { actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [$interpolate`${logs.arn}:*`] };
}

/** SST lays its encrypted links beside our code; nothing reads them, and the zip is to hold the tested bundle alone. */
async function withoutLinks(bundle: string): Promise<void> {
  rmSync(join(bundle, 'resource.enc'), { force: true });
}

function lambdaOptions(name: FunctionName, spec: FunctionSpec, { settings, values, keyArn }: FunctionParts) {
  const reserved = spec.reserve ? settings[spec.reserve] : 0;
  return {
    environment: { variables: environment(name, spec, values) },
    tracingConfig: { mode: settings.tracing ? 'Active' : 'PassThrough' },
    ...(keyArn ? { kmsKeyArn: keyArn } : {}),
    ...(reserved > 0 ? { reservedConcurrentExecutions: reserved } : {}),
  };
}

/**
 * The table's variables and nothing else: what SST would add (the key of its links, the app's name) is left out. An
 * empty value is left out too, since it is one that this stage does not have.
 */
function environment(name: FunctionName, spec: FunctionSpec, values: FunctionParts['values']) {
  const missing = spec.env.filter((variable) => values[variable] === undefined);
  if (missing.length > 0) throw new Error(`Function ${name}: nothing to fill ${missing.join(', ')} with`);
  const asked = Object.fromEntries(spec.env.map((variable) => [variable, values[variable] ?? '']));
  return $util
    .output(asked)
    .apply((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')));
}
