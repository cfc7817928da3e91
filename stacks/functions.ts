import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FunctionSpec, Variable } from './function-spec.ts';
import { FUNCTIONS, type FunctionName } from './function-table.ts';
import { logical, physical } from './names.ts';
import { roleFor } from './roles.ts';
import { statements, type Targets } from './rights.ts';
import type { StageSettings } from './settings.ts';

/** Inputs of a stage's functions; a value is required only if the table names it. */
export interface FunctionParts {
  settings: StageSettings;
  values: Partial<Record<Variable, $util.Input<string>>>;
  targets: Targets;
  /** Encrypts the environment variables; by default Lambda's own key does. */
  keyArn?: $util.Output<string>;
  /** Resources created before any function changes. */
  after: $util.Input<$util.Resource>[];
}

export type Functions<N extends FunctionName> = Record<N, sst.aws.Function>;

/** Creates the named functions of the table. */
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
    permissions: [...statements(spec.may, parts.targets), writeTo(logs)],
    ...(spec.by.includes('url') ? { url: { authorization: 'iam', cors: false } } : {}),
    // Lambda does not retry a failed run: the next minute's run follows, and a missed one is harmless.
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

/** Replaces `AWSLambdaBasicExecutionRole`, which may write to every log group of the account. */
function writeTo(logs: aws.cloudwatch.LogGroup) {
  return { actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [$interpolate`${logs.arn}:*`] };
}

/**
 * Removes SST's encrypted links from the bundle: nothing reads them, and the zip must contain the tested bundle only.
 */
async function withoutLinks(bundle: string): Promise<void> {
  rmSync(join(bundle, 'resource.enc'), { force: true });
}

function lambdaOptions(name: FunctionName, spec: FunctionSpec, { settings, values, keyArn }: FunctionParts) {
  const reserved = spec.reserve ? settings[spec.reserve] : 0;
  return {
    environment: { variables: environment(name, spec, values) },
    tracingConfig: { mode: settings.tracing ? 'Active' : 'PassThrough' },
    ...(keyArn ? { kmsKeyArn: keyArn } : {}),
    ...(spec.diskMb ? { ephemeralStorage: { size: spec.diskMb } } : {}),
    ...(reserved > 0 ? { reservedConcurrentExecutions: reserved } : {}),
  };
}

/**
 * Returns the variables of the table only, without SST's own (the links' key, the app's name). Omits empty values,
 * which this stage does not have.
 */
function environment(name: FunctionName, spec: FunctionSpec, values: FunctionParts['values']) {
  const missing = spec.env.filter((variable) => values[variable] === undefined);
  if (missing.length > 0) throw new Error(`Function ${name}: nothing to fill ${missing.join(', ')} with`);
  const namedValues = Object.fromEntries(spec.env.map((variable) => [variable, values[variable] ?? '']));
  return $util
    .output(namedValues)
    .apply((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')));
}
