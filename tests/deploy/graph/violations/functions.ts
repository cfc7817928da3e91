import { SECRETS } from '../stage-env.ts';
import { type Violation, find, remove, set } from './violation.ts';

/** Breaks of functions, their routes and environments. */
export const FUNCTION_VIOLATIONS: readonly Violation[] = [
  {
    check: 'every endpoint has its route, and the route its function',
    by: 'a forgotten route',
    change: remove('Route', 'RouteAccountsList'),
    says: 'GET /api/accounts has no route',
  },
  {
    check: 'every endpoint has its route, and the route its function',
    by: 'a route to another function',
    change: set('Route', 'RouteAccountsList', 'target', 'integrations/ApiUploads-id'),
    says: 'GET /api/accounts does not end in accounts',
  },
  {
    check: 'every endpoint has its route, and the route its function',
    by: 'a function that the API may not call',
    change: remove('Permission', 'ApiUploads'),
    says: 'the API may not call uploads',
  },
  ...(
    [
      ['a forgotten route', remove('Route', 'LiveDisconnect'), '$disconnect has no route'],
      ['another function', set('Route', 'LiveDefault', 'target', 'integrations/ApiUploads-id'), 'does not end in live'],
      ['no answers', set('Route', 'LiveDefault', 'routeResponseSelectionExpression', ''), 'messages get no answer'],
      ['another path', set('Stage', 'Live', 'name', 'live'), 'browsers connect to /ws'],
      [
        'a log of tokens',
        set('Stage', 'Live', 'accessLogSettings', { format: '$context.authorizer.token' }),
        'the log has tokens or addresses',
      ],
    ] as const
  ).map(([by, change, says]) => ({
    check: 'the socket ends in its function, and its log is silent',
    by,
    change,
    says,
  })),
  {
    check: 'every bundle is a function, made as functions are',
    by: 'an old runtime',
    change: set('Function', 'TrashFunction', 'runtime', 'nodejs20.x'),
    says: 'trash: runtime is "nodejs20.x"',
  },
  {
    check: 'every function has a role of its own',
    by: 'a shared role',
    change: (graph) => {
      const { inputs } = find(graph, 'Function', 'TrashFunction');
      inputs['role'] = find(graph, 'Function', 'OutboxFunction').inputs['role'];
    },
    says: 'albumen-dev-outbox is shared',
  },
  {
    check: 'every function has a role of its own',
    by: "AWS's own policy for logs",
    change: set('Role', 'TrashRole', 'managedPolicyArns', [
      'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole',
    ]),
    says: 'TrashRole has arn:aws:iam::aws:policy',
  },
  {
    check: 'every role is bounded',
    by: 'a role of its own making',
    change: set('Role', 'Scheduler', 'permissionsBoundary', undefined),
    says: 'Scheduler has no boundary',
  },
  {
    check: 'no function works longer than a person waits',
    by: 'a minute for an endpoint',
    change: set('Function', 'UploadsFunction', 'timeout', 60),
    says: 'UploadsFunction works longer',
  },
  {
    check: 'every function is told what it reads, and no more',
    by: 'a secret too many',
    change: (graph) => {
      find(graph, 'Function', 'TransformFunction').inputs['environment'].variables['MAIL_URL'] = 'smtps://…';
    },
    says: 'transform does not read MAIL_URL',
  },
  {
    check: 'every function is told what it reads, and no more',
    by: 'the database’s own role',
    change: (graph) => {
      find(graph, 'Function', 'OutboxFunction').inputs['environment'].variables['DATABASE_URL'] = SECRETS.DatabaseUrl;
    },
    says: 'outbox signs in as the schema',
  },
  {
    check: 'every function is told what it reads, and no more',
    by: 'a forgotten variable',
    change: (graph) => {
      delete find(graph, 'Function', 'OutboxFunction').inputs['environment'].variables['DISTRIBUTION_ID'];
    },
    says: 'outbox lacks DISTRIBUTION_ID',
  },
  {
    check: 'a secret is one wherever it goes',
    by: 'a password in a description',
    change: set('Function', 'TrashFunction', 'description', 'with zero-admin-password'),
    says: 'TrashFunction holds a secret in description',
  },
];
