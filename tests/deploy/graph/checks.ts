import { declaredEnv } from './declared.ts';
import { contractsAreApart, functionUrls, leastRights, nothingPublic } from './checks/access.ts';
import { alarms, budgets, burns } from './checks/alarms.ts';
import { buckets } from './checks/buckets.ts';
import { environments, secrets } from './checks/environments.ts';
import { bounded, functions, roles, timeouts } from './checks/functions.ts';
import { files, logsFirst, patience, rotation } from './checks/order.ts';
import type { Check } from './checks/problem.ts';
import { mailEvents, originalsAreRead, queues, schedules } from './checks/queues.ts';
import { routes, socket } from './checks/routes.ts';
import { lifetime, logs, names, pinned, settings, tags } from './checks/stage.ts';
import { zero } from './checks/zero.ts';
import { SECRETS } from './stage-env.ts';

/** Values that are public: browsers or mails contain them. */
const PUBLIC: readonly string[] = ['SupabaseUrl', 'SupabaseAnonKey', 'MailFrom', 'AuthProviders', 'CaptchaSiteKey'];
const hidden = Object.entries(SECRETS).flatMap(([name, value]) => (PUBLIC.includes(name) ? [] : value.split(' ')));

/** All checks of a stage, by name. */
export const CHECKS: Readonly<Record<string, Check>> = {
  'every endpoint has its route, and the route its function': routes,
  'the socket ends in its function, and its log is silent': socket,
  'every bundle is a function, made as functions are': functions,
  'every function has a role of its own': roles,
  'every role is bounded': bounded,
  'no function works longer than a person waits': timeouts,
  'every function is told what it reads, and no more': environments(declaredEnv()),
  'a secret is one wherever it goes': secrets(hidden),
  'nothing is public that should not be': nothingPublic,
  'every right names its actions and what it is on': leastRights,
  'signed contracts are read by those who serve them': contractsAreApart,
  'function URLs answer the distribution alone': functionUrls,
  'every bucket is closed, encrypted and tidy': buckets,
  'every original is read': originalsAreRead,
  'what comes back of mails is read': mailEvents,
  'queues wait for those who work on them': queues,
  'every job is started': schedules,
  'every alarm exists and tells a person': alarms,
  'every objective has its burn alarms': burns,
  'a person is told of costs': budgets,
  'logs are kept as long as the stage says': logs,
  'nobody runs before it can log': logsFirst,
  'a new secret is known before it is used': rotation,
  'the page comes after its files': files,
  'a deployment waits as long as AWS takes': patience,
  'zero-cache is given what it asks for': zero,
  'a stage is kept, or goes without a rest': lifetime,
  'limits and keys are as its settings say': settings,
  'everything is tagged': tags,
  'names are of the stage': names,
  'versions are pinned': pinned,
};
