import { settingsFor } from '../../../../stacks/settings.ts';
import { type Graph, ofType, one } from '../graph.ts';
import { versioned } from './buckets.ts';
import { type Check, unless } from './problem.ts';

/** Resources that hold data or cannot be recreated identically. */
const KEPT = [
  'aws:s3/bucket:Bucket',
  'aws:cloudformation/stack:Stack',
  'aws:secretsmanager/secret:Secret',
  'aws:kms/key:Key',
];

/** A protected stage cannot be removed by a command or a deleted line of code; any other is removed completely. */
export const lifetime: Check = (graph) => {
  const { protect, keepData } = settingsFor(graph.stage);
  const kept = graph.resources.filter(({ type }) => KEPT.includes(type));
  const { app } = graph;
  return [
    ...(app['protect'] === protect && app['removal'] === (protect ? 'retain' : 'remove')
      ? []
      : ['the app is not as its stage']),
    ...unless(
      kept,
      (each) => each.protect === protect,
      ({ name }) => `${name} is ${protect ? 'not ' : ''}protected`,
    ),
    ...unless(
      ofType(graph, 'aws:s3/bucket:Bucket'),
      ({ inputs, retainOnDelete }) => retainOnDelete === keepData && inputs['forceDestroy'] === !keepData,
      ({ name }) => `${name} ${keepData ? 'goes with its stage' : 'stays when its stage goes'}`,
    ),
    ...mistakes(graph),
    ...(protect ? [] : recoverable(graph)),
  ];
};

/** A protected stage can restore a deleted original. */
function mistakes(graph: Graph): string[] {
  const days = settingsFor(graph.stage).keepDeletedOriginalsDays;
  const originals = one(graph, 'aws:s3/bucket:Bucket', `albumen-${graph.stage}-originals`);
  return versioned(graph, originals) === days > 0 ? [] : [`originals are ${days > 0 ? 'not ' : ''}versioned`];
}

function recoverable(graph: Graph): string[] {
  return unless(
    ofType(graph, 'aws:secretsmanager/secret:Secret'),
    ({ inputs }) => inputs['recoveryWindowInDays'] === 0,
    ({ name }) => `${name}: the stage could not be made again for days`,
  );
}

/** Cost allocation tags on every resource that supports them. */
export const tags: Check = (graph) => {
  const given = graph.app['providers']?.aws?.defaultTags?.tags ?? {};
  return given.app === 'albumen' && given.stage === graph.stage ? [] : [`tags are ${JSON.stringify(given)}`];
};

/** Versions are pinned: the tested ones are deployed. */
export const pinned: Check = ({ app }) => [
  ...(/^\d+\.\d+\.\d+$/.test(app['version'] ?? '') ? [] : ['any version of SST may deploy this']),
  ...(/^\d+\.\d+\.\d+$/.test(app['providers']?.aws?.version ?? '')
    ? []
    : ['any version of the provider may deploy this']),
];

export const logs: Check = (graph) => {
  const days = settingsFor(graph.stage).logRetentionDays;
  const groups = ofType(graph, 'aws:cloudwatch/logGroup:LogGroup');
  return unless(
    groups,
    ({ inputs }) => inputs['retentionInDays'] === days,
    ({ name }) => `${name} is kept for other than ${days} days`,
  );
};

/** Names contain app and stage: two stages share an account, and a deployment's rights end at its own. */
export const names: Check = (graph) => {
  const prefix = `albumen-${graph.stage}-`;
  const named = graph.resources.filter(
    ({ type, inputs }) =>
      /^aws:(lambda|sqs|sns|iam|scheduler|secretsmanager|cloudwatch\/metricAlarm|budgets)/.test(type) &&
      inputs['name'] !== undefined,
  );
  return unless(
    named,
    ({ inputs }) => inputs['name'].startsWith(prefix),
    ({ name }) => `${name} is not named after its stage`,
  );
};

/** Limits and keys equal the stage's settings. */
export const settings: Check = (graph) => {
  const { apiRate, ownKey, tracing, transformConcurrency } = settingsFor(graph.stage);
  const functions = ofType(graph, 'aws:lambda/function:Function');
  const keys = ofType(graph, 'aws:kms/key:Key').map(({ arn }) => arn);
  const rate = one(graph, 'aws:apigatewayv2/stage:Stage', 'Api').inputs['defaultRouteSettings'];
  const kept = one(graph, 'aws:lambda/function:Function', 'TransformFunction').inputs['reservedConcurrentExecutions'];
  return [
    ...(keys.length === Number(ownKey) ? [] : [`the stage has ${keys.length} keys`]),
    ...unless(
      functions,
      ({ inputs }) => inputs['kmsKeyArn'] === keys[0],
      ({ name }) => `${name} is encrypted with ${ownKey ? 'no' : 'some'} key of the stage`,
    ),
    ...unless(
      functions,
      ({ inputs }) => inputs['tracingConfig'].mode === (tracing ? 'Active' : 'PassThrough'),
      ({ name }) => `${name} is ${tracing ? 'not ' : ''}traced`,
    ),
    ...(rate?.throttlingRateLimit === apiRate.perSecond && rate.throttlingBurstLimit === apiRate.burst
      ? []
      : [`the API takes ${rate?.throttlingRateLimit ?? 'any number of'} requests a second`]),
    ...((kept ?? 0) === transformConcurrency ? [] : [`${kept} instances are kept free for the transform`]),
  ];
};
