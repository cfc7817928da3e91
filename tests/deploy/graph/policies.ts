import type { Graph, Resource } from './graph.ts';

export interface Statement {
  /** Resource that the policy belongs to. */
  of: string;
  kind: 'rights' | 'trust' | 'resource';
  effect: string;
  actions: string[];
  resources: string[];
  /** As JSON: `"*"`, or principals. */
  principal: string;
  conditions: Readonly<Record<string, Record<string, unknown>>>;
}

/** Inputs that contain a policy, by resource type. A type missing here would be ignored, hence the test. */
const POLICIES: Readonly<Record<string, { input: string; kind: Statement['kind'] }>> = {
  'aws:s3/bucketPolicy:BucketPolicy': { input: 'policy', kind: 'resource' },
  'aws:sqs/queuePolicy:QueuePolicy': { input: 'policy', kind: 'resource' },
  'aws:sns/topicPolicy:TopicPolicy': { input: 'policy', kind: 'resource' },
  'aws:kms/key:Key': { input: 'policy', kind: 'resource' },
};

/** Every statement of every policy in the graph. */
export function statementsOf(graph: Graph): Statement[] {
  return graph.resources.flatMap((resource) => {
    if (resource.type === 'aws:iam/role:Role') return roleStatements(resource);
    const policy = POLICIES[resource.type];
    return policy ? parse(resource.name, policy.kind, resource.inputs[policy.input]) : [];
  });
}

/** Resources with a policy in an input that is not listed above. */
export function unreadPolicies(graph: Graph): Resource[] {
  return graph.resources.filter(
    ({ type, inputs }) =>
      type !== 'aws:iam/role:Role' &&
      Object.entries(inputs).some(([key, value]) => key !== POLICIES[type]?.input && isPolicy(value)),
  );
}

function isPolicy(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^\s*\{.*"Statement"/s.test(value) &&
    !value.includes('"AWSTemplateFormatVersion"') &&
    !value.includes('"Resources"')
  );
}

function roleStatements({ name, inputs }: Resource): Statement[] {
  const inline = (inputs['inlinePolicies'] ?? []) as { policy: string }[];
  return [
    ...parse(name, 'trust', inputs['assumeRolePolicy']),
    ...inline.flatMap(({ policy }) => parse(name, 'rights', policy)),
  ];
}

function parse(of: string, kind: Statement['kind'], policy: unknown): Statement[] {
  if (policy === undefined) return [];
  const { Statement } = typeof policy === 'string' ? JSON.parse(policy) : policy;
  return [Statement].flat().map((statement: Record<string, any>) => ({
    of,
    kind,
    effect: statement['Effect'],
    actions: [statement['Action'] ?? []].flat(),
    resources: [statement['Resource'] ?? []].flat(),
    principal: JSON.stringify(statement['Principal'] ?? null),
    conditions: statement['Condition'] ?? {},
  }));
}
