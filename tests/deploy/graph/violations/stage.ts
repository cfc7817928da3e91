import { type Violation, bucket, find, set } from './violation.ts';

/** Breaks of deployment order and retention. */
export const STAGE_VIOLATIONS: readonly Violation[] = [
  {
    check: 'nobody runs before it can log',
    by: 'a function that waits for nothing',
    change: (graph) => {
      find(graph, 'Function', 'TrashFunction').dependsOn = [];
    },
    says: 'TrashFunction may run before it can log',
  },
  {
    check: 'a new secret is known before it is used',
    by: 'a distribution that waits for nothing',
    change: (graph) => {
      find(graph, 'Distribution', 'WebDistribution').dependsOn = [];
    },
    says: 'a distribution may send AccountsFunction',
  },
  {
    check: 'a new secret is known before it is used',
    by: 'a signer that waits for nothing',
    change: (graph) => {
      find(graph, 'Function', 'ImagesFunction').dependsOn = [];
    },
    says: 'ImagesFunction may sign with a key',
  },
  {
    check: 'a new secret is known before it is used',
    by: 'a deployment that waits for the first distribution only',
    change: (graph) => {
      graph.resources.find(({ name }) => name.startsWith('WebWaiter'))!.ignoreChanges = ['*'];
    },
    says: 'ends before the edges have changed',
  },
  {
    check: 'the page comes after its files',
    by: 'a page that waits for nothing',
    change: (graph) => {
      find(graph, 'Function', 'PageFunction').dependsOn = [];
    },
    says: 'the page may refer to Site/',
  },
  {
    check: 'a deployment waits as long as AWS takes',
    by: 'the provider’s own time for a stack',
    change: (graph) => {
      find(graph, 'Stack', 'Zero').timeouts = {};
    },
    says: 'zero-cache is given up during its first copy',
  },
  {
    check: 'a deployment waits as long as AWS takes',
    by: 'a quarter of an hour for a VPC origin',
    change: set('VpcOrigin', 'ZeroOrigin', 'timeouts', { create: '15m', update: '15m' }),
    says: 'the VPC origin is given up',
  },
  {
    check: 'zero-cache is given what it asks for',
    by: 'a malformed parameter',
    change: (graph) => {
      find(graph, 'Stack', 'Zero').inputs['parameters'].OriginFacingPrefixListId = '';
    },
    says: 'OriginFacingPrefixListId is ',
  },
  {
    check: 'zero-cache is given what it asks for',
    by: 'the pooled connection',
    change: set('SecretVersion', 'Zero', 'secretString', JSON.stringify({ upstreamDb: 'postgres://pooled' })),
    says: 'wrong upstreamDb',
  },
  {
    check: 'a stage is kept, or goes without a rest',
    by: 'a bucket that stays',
    change: (graph) => set('Bucket', bucket(graph, 'originals'), 'forceDestroy', false)(graph),
    says: 'originals stays when its stage goes',
  },
  {
    check: 'a stage is kept, or goes without a rest',
    by: 'a protected small stage',
    change: (graph) => {
      graph.app['protect'] = true;
    },
    says: 'the app is not as its stage',
  },
  {
    check: 'limits and keys are as its settings say',
    by: 'an API without a limit',
    change: set('Stage', 'Api', 'defaultRouteSettings', undefined),
    says: 'the API takes any number of requests',
  },
  {
    check: 'limits and keys are as its settings say',
    by: 'a key that nobody asked for',
    change: set('Function', 'TrashFunction', 'kmsKeyArn', 'arn:aws:kms:eu-west-1:123456789012:key/other'),
    says: 'TrashFunction is encrypted with some key',
  },
  {
    check: 'limits and keys are as its settings say',
    by: 'a transform that starves the rest',
    change: set('Function', 'TransformFunction', 'reservedConcurrentExecutions', 500),
    says: '500 instances are kept free',
  },
  {
    check: 'everything is tagged',
    by: 'no tags',
    change: (graph) => {
      delete graph.app['providers'].aws.defaultTags;
    },
    says: 'tags are {}',
  },
  {
    check: 'names are of the stage',
    by: 'a name without its stage',
    change: set('Queue', 'Ingest', 'name', 'ingest'),
    says: 'Ingest is not named after its stage',
  },
  {
    check: 'versions are pinned',
    by: 'a range',
    change: (graph) => {
      graph.app['providers'].aws.version = '^7.20.0';
    },
    says: 'any version of the provider',
  },
];
