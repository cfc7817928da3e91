import { HOST, SECRETS } from '../stage-env.ts';
import { one } from '../graph.ts';
import type { Check } from './problem.ts';

const CLOUDFORMATION_TAKES = 51_200;

interface Parameter {
  AllowedPattern?: string;
  Default?: unknown;
}

/** The template gets its parameters in the required form, and the data for its connections. */
export const zero: Check = (graph) => {
  const { inputs } = one(graph, 'aws:cloudformation/stack:Stack', 'Zero');
  const { Parameters } = JSON.parse(inputs['templateBody']) as { Parameters: Record<string, Parameter> };
  const given = inputs['parameters'] as Record<string, string>;
  return [
    ...(Buffer.byteLength(inputs['templateBody']) <= CLOUDFORMATION_TAKES ? [] : ['the template is too large']),
    ...Object.entries(Parameters).flatMap(([name, { AllowedPattern = '' }]) =>
      given[name] !== undefined && new RegExp(AllowedPattern).test(given[name]) ? [] : [`${name} is ${given[name]}`],
    ),
    ...Object.keys(given).flatMap((name) => (name in Parameters ? [] : [`${name} is not asked for`])),
    ...connects(String(one(graph, 'aws:secretsmanager/secretVersion:SecretVersion', 'Zero').inputs['secretString'])),
    ...(given['AppOrigin']?.endsWith(HOST) ? [] : ['zero-cache asks another host']),
  ];
};

/** A direct connection, since replication needs a session; with the current key only. */
function connects(secret: string): string[] {
  const wanted = {
    upstreamDb: SECRETS.DatabaseDirectUrl,
    adminPassword: SECRETS.ZeroAdminPassword,
    apiKey: SECRETS.ZeroApiKey.split(' ')[0],
    otlpHeaders: SECRETS.OtlpHeaders,
  };
  const found = JSON.parse(secret) as Record<string, unknown>;
  return Object.entries(wanted).flatMap(([name, value]) =>
    found[name] === value ? [] : [`zero-cache: wrong ${name}`],
  );
}
