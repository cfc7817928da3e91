import { ofType } from '../graph.ts';
import { functionResource } from './routes.ts';
import type { Check } from './problem.ts';

/** Variables set by Lambda itself. */
const LAMBDAS_OWN = /^AWS_/;
/** Endpoints of services: if set, the service is not AWS's. */
const ELSEWHERE = ['S3_ENDPOINT', 'SQS_ENDPOINT', 'CLOUDFRONT_ENDPOINT', 'STRIPE_API_URL'];

/** The functions' role in an address, see stacks/database-role.ts. */
const API_ROLE = /^postgres:\/\/albumen_api_[0-9a-f]{8}:database-api-password-new@/;

/**
 * Every function gets exactly the variables that its entry declares, so that none holds a secret without need.
 * @param declared by function: the entry's export `env`
 */
export function environments(declared: ReadonlyMap<string, readonly string[]>): Check {
  return (graph) =>
    [...declared].flatMap(([name, env]) => {
      const wanted = env.filter((variable) => !LAMBDAS_OWN.test(variable) && !ELSEWHERE.includes(variable));
      const fn = ofType(graph, 'aws:lambda/function:Function').find((each) => each.name === functionResource(name));
      const variables: Record<string, string> = fn?.inputs['environment']?.variables ?? {};
      const given = Object.keys(variables);
      const database = variables['DATABASE_URL'];
      return [
        ...(database === undefined || API_ROLE.test(database) ? [] : [`${name} signs in as the schema's owner`]),
        ...wanted.filter((variable) => !given.includes(variable)).map((variable) => `${name} lacks ${variable}`),
        ...given
          .filter((variable) => !wanted.includes(variable))
          .map((variable) => `${name} does not read ${variable}`),
      ];
    });
}

/** Secret values stay secret wherever they are used: in the state, and in the command's output. */
export function secrets(values: readonly string[]): Check {
  return (graph) =>
    graph.resources.flatMap(({ name, inputs, secrets: marked }) =>
      Object.entries(inputs)
        .filter(([key, value]) => !marked.includes(key) && holds(value, values))
        .map(([key]) => `${name} holds a secret in ${key}, for everybody to read`),
    );
}

function holds(value: unknown, secrets: readonly string[]): boolean {
  const text = JSON.stringify(value);
  return secrets.some((secret) => text.includes(JSON.stringify(secret).slice(1, -1)));
}
