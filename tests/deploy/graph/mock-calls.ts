import { ACCOUNT, REGION } from './mock-account.ts';

type Props = Readonly<Record<string, any>>;

/** The provider's answers to invokes, by the last part of the token. */
const ANSWERS: Readonly<Record<string, (inputs: Props) => Props>> = {
  getRegion: () => ({ name: REGION, region: REGION, id: REGION }),
  getCallerIdentity: () => ({ accountId: ACCOUNT, arn: `arn:aws:iam::${ACCOUNT}:root` }),
  getPartition: () => ({ partition: 'aws', dnsSuffix: 'amazonaws.com' }),
  getPolicyDocument: ({ statements = [] }) => ({ json: policyJson(statements), statements }),
  getManagedPrefixList: ({ name }) => ({ id: 'pl-3b927c52', name }),
  getZone: ({ name }) => ({ id: 'Z0', zoneId: 'Z0', name }),
  getCachePolicy: ({ name }) => ({ id: `cache-policy-${name}`, name }),
  getOriginRequestPolicy: ({ name }) => ({ id: `origin-request-policy-${name}`, name }),
};

/** @throws Error for an unknown invoke */
export function answerCall(token: string, inputs: Props): Props {
  const answer = ANSWERS[token.split(':').at(-1) ?? ''];
  if (!answer) throw new Error(`The graph has no answer to ${token}`);
  return answer(inputs);
}

interface Principal {
  type: string;
  identifiers: string[];
}

interface Condition {
  test: string;
  variable: string;
  values: string[];
}

/** The policy document of the given statements. */
function policyJson(statements: readonly Props[]): string {
  const Statement = statements.map((statement) => ({
    ...(statement['sid'] ? { Sid: statement['sid'] } : {}),
    Effect: statement['effect'] ?? 'Allow',
    Action: statement['actions'],
    ...(statement['resources'] ? { Resource: statement['resources'] } : {}),
    ...(statement['principals'] ? { Principal: principals(statement['principals']) } : {}),
    ...(statement['conditions'] ? { Condition: conditions(statement['conditions']) } : {}),
  }));
  return JSON.stringify({ Version: '2012-10-17', Statement });
}

function principals(given: readonly Principal[]): unknown {
  if (given.some(({ type }) => type === '*')) return '*';
  return Object.fromEntries(given.map(({ type, identifiers }) => [type, identifiers]));
}

function conditions(given: readonly Condition[]): unknown {
  return Object.fromEntries(
    Object.entries(Object.groupBy(given, ({ test }) => test)).map(([test, all]) => [
      test,
      Object.fromEntries(all!.map(({ variable, values }) => [variable, values])),
    ]),
  );
}
