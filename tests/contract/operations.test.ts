import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { RESOURCE_POLICIES } from '#functions/edge/route.ts';
import { computeCosts, computeScaling, quantitiesOf } from '#ops/costs/costs.ts';
import { ALARM_NAMES, ALARMS, FUNCTION_ALARMS, type Watch } from '../../stacks/alarm-table.ts';
import { FUNCTIONS } from '../../stacks/function-table.ts';
import { BURN_ALARM_NAMES, type Burn, burnPercent, BURNS, type Slo, SLOS } from '../../stacks/slo-table.ts';
import { settingsFor } from '../../stacks/settings.ts';
import { EDGE_FUNCTIONS } from '../../stacks/web/behaviours.ts';
import { CACHE_POLICIES, ORIGIN_REQUEST_POLICIES } from '../../stacks/web/cache-policies.ts';
import { firewallRules } from '../../stacks/web/firewall-rules.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(ROOT, path), 'utf8');
const guide = read('docs/operations.md');
const costs = read('docs/costs.md');
const scaling = read('docs/scaling.md');
const readme = read('README.md');
const objectives = read('docs/slo.md');

/** Alarms of one zero-cache node (stacks/zero-stack/alarms.ts). */
const ZERO_ALARMS = 5;
const HOURS = 730;

test('the guide has a heading for every alarm', () => {
  const headings = [...guide.matchAll(/^### alarm: (\S+)$/gm)].map((match) => match[1]);
  const ofZero = [...read('stacks/zero-stack/alarms.ts').matchAll(/#alarm-([\w-]+)/g)].map((match) => match[1]!);
  expect(ofZero.length).toBeGreaterThan(2);
  expect(headings).toEqual(expect.arrayContaining([...ALARM_NAMES, ...BURN_ALARM_NAMES, ...ofZero]));
});

test('the guide names every secret, operator setting and command', () => {
  const secrets = [...read('stacks/secrets.ts').matchAll(/read\('(\w+)'/g)].map((match) => match[1]!);
  expect(secrets.length).toBeGreaterThan(9);
  const variables = [...read('stacks/settings.ts').matchAll(/'(ALBUMEN_\w+)'/g)].map((match) => match[1]!);
  const settings = Object.keys(settingsFor('production'));
  const named = [...secrets, ...variables, ...settings];
  expect(named.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  for (const name of ['migrate', 'deploy', 'secrets', 'backup', 'restore']) expect(guide).toContain(`npm run ${name}`);
});

test('the guide counts functions and queues', () => {
  const queues = [...read('stacks/queues.ts').matchAll(/\bqueue\('([\w-]+)'/g)].map((match) => match[1]!);
  const dead = queues.filter((name) => name.endsWith('-dead')).length;
  expect(guide).toContain(`${Object.keys(FUNCTIONS).length} functions, one for each group of endpoints`);
  expect(guide).toContain(`${queues.length} queues, ${dead} for dead letters`);
});

test('the guide counts what a stage takes of the quotas of CloudFront', () => {
  const rows = [...guide.matchAll(/^\| CloudFront (\S+ ?\S*) +\| (\d+) +\| (\d+) +\| (\d+) +\|$/gm)];
  const found = Object.fromEntries(rows.map(([, what, , takes]) => [what!.trim(), Number(takes)]));
  expect(found).toEqual({
    'cache policies': Object.keys(CACHE_POLICIES).length,
    'request policies': Object.keys(ORIGIN_REQUEST_POLICIES).length,
    // Of the product's host, and of own domains.
    'header policies': 2 * RESOURCE_POLICIES.length,
    Functions: EDGE_FUNCTIONS.length,
  });
  for (const [, what, quota, takes, stages] of rows)
    expect([what, Number(stages)]).toEqual([what, Math.floor(Number(quota) / Number(takes))]);
});

test('links and commands of the guide exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  for (const [, script] of guide.matchAll(/npm run (?:--silent )?([\w:]+)/g)) expect(scripts).toHaveProperty([script!]);
  // An option of a removed name would end the command in an emergency.
  for (const [, script, written] of [guide, readme].join('\n').matchAll(/npm run (\w+) -- ([^`#&|\n]+)/g)) {
    const main = `ops/${script}/main.ts`;
    const known = existsSync(resolve(ROOT, main)) ? read(main) : null;
    for (const [, option] of written!.matchAll(/--([a-z-]+)/g))
      if (known) expect(known, `${script} --${option}`).toMatch(new RegExp(`[\\s{']${option}'?: \\{ type: '`));
  }
  const headings = [...guide.matchAll(/^#+ (.+)$/gm)].map(([, text]) =>
    text!
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
  for (const [, anchor] of guide.matchAll(/\]\(#([\w-]+)\)/g)) expect(headings).toContain(anchor);
});

test('production commands can be run as written', () => {
  const commands = [guide, readme].flatMap((text) => [
    ...text.matchAll(/npm run (?:deploy|migrate) -- --stage production[^`#&|\n]*/g),
  ]);
  expect(commands.length).toBeGreaterThan(6);
  const refused = commands.filter(([command]) => !/--(?:yes|dry-run|smoke-only)\b/.test(command));
  expect(refused.map(([command]) => command)).toEqual([]);
});

test('code blocks fit a terminal', () => {
  const lines = [guide, readme, costs, scaling]
    .flatMap((text) => text.split('\n'))
    .filter((line) => !line.startsWith('|'));
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
});

test('cost totals follow from the unit prices', () => {
  expect(costs).toBe(computeCosts(costs));
});

test('amounts of the plan for 10,000 studios follow from the same prices', () => {
  expect(scaling).toBe(computeScaling(scaling, costs));
  const dearer = costs.replace(/^\| s3-gb +\| 0.023 /m, '| s3-gb | 0.123 ');
  // 10,000 studios keep 111,000 GB of originals in S3 Standard.
  expect(computeScaling(scaling, dearer)).toMatch(/^\| originals .*\| 13653 +\|$/m);
});

test('the production budget is above the sum for 300 studios, and below twice that', () => {
  const [month] = /^\| \*\*A month\*\* +\| \*\*(\d+)\*\*/m.exec(scaling)!.slice(1).map(Number);
  const { budgetUsd } = settingsFor('production');
  expect([budgetUsd > month! * 1.2, budgetUsd < month! * 2]).toEqual([true, true]);
});

test('the share of egress follows from its parts', () => {
  expect(computeCosts(costs.replace(/\*\*\d+ %\*\*/, '**50 %**'))).toBe(costs);
  const dearer = computeCosts(costs.replace(/^\| s3-out-gb +\| 0.09 /m, '| s3-out-gb | 9.09 '));
  expect(dearer).toMatch(/\*\*99 %\*\* of it/);
});

test('refuses invalid prices, quantities and keys', () => {
  expect(() => computeCosts(costs.replace(/^\| alb-hour +\| [\d.]+/m, '| alb-hour | cheap'))).toThrow(
    /alb-hour: "cheap"/,
  );
  expect(() => computeCosts(costs.replace(/\*\*\d+ %\*\*/, 'half'))).toThrow(/no share/);
  expect(() => computeCosts(costs.replace(/^\| alarm +\|/m, '| alarms |'))).toThrow(/alarm has no price/);
});

test('static quantities equal the settings', () => {
  const at = (key: string) => quantitiesOf(costs, '## At rest, a month', key);
  const [production, preview] = [settingsFor('production'), settingsFor('pr-1')];
  expect([production.zero.spot, preview.zero.spot]).toEqual([false, true]);
  expect(at('fargate-vcpu')).toEqual([(production.zero.cpu / 1024) * HOURS, 0]);
  expect(at('fargate-gb')).toEqual([(production.zero.memoryMb / 1024) * HOURS, 0]);
  expect(at('spot-vcpu')).toEqual([0, (preview.zero.cpu / 1024) * HOURS]);
  expect(at('spot-gb')).toEqual([0, (preview.zero.memoryMb / 1024) * HOURS]);
  expect(at('waf-acl')).toEqual([production.firewall, preview.firewall].map((firewall) => (firewall ? 1 : 0)));
  expect(at('waf-rule')).toEqual([production.firewall ? firewallRules(production.firewall).length : 0, 0]);
  expect(at('kms-key')).toEqual([Number(production.ownKey), Number(preview.ownKey)]);
  const ofFunctions = Object.keys(FUNCTIONS).length * Object.keys(FUNCTION_ALARMS).length;
  // A share is computed from two metrics, and costs as many alarms.
  const metrics = Object.values<Watch>(ALARMS).map(({ shareOf }) => (shareOf ? 2 : 1));
  // Both windows of both burn rates; a window of requests is computed from two metrics.
  const ofObjectives = Object.values<Slo>(SLOS).map(({ bad }) => 4 * ('minutes' in bad ? 1 : 2));
  const all = [...metrics, ...ofObjectives].reduce((sum, count) => sum + count, 0) + ofFunctions + ZERO_ALARMS;
  expect(at('composite-alarm')).toEqual([Object.keys(SLOS).length * Object.keys(BURNS).length, 0]);
  expect([production.alarms, preview.alarms, settingsFor('dev').alarms]).toEqual(['all', 'none', 'few']);
  expect(at('alarm')).toEqual([all, 0]);
  const always = Object.values(ALARMS).filter((alarm) => 'always' in alarm).length;
  expect(costs.replaceAll(/\s+/g, ' ')).toContain(`Other small stages also have ${always + ZERO_ALARMS} alarms.`);
  const checks = Object.values(ALARMS).filter(({ namespace }) => namespace === 'AWS/Route53').length;
  expect([at('dashboard'), at('health-check')]).toEqual([
    [1, 0],
    [checks, 0],
  ]);
});

test('the page of objectives says what the alarms watch', () => {
  const cells = (line: string) => line.split('|').map((cell) => cell.trim());
  const rows = objectives
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(cells);
  for (const [name, { objective }] of Object.entries<Slo>(SLOS)) {
    expect(rows.find(([, first]) => first === `\`${name}\``)?.[3]).toMatch(new RegExp(`^${objective} % of `));
  }
  const shares = (burn: Burn) => [SLOS.pages, SLOS.sync, SLOS.ingest].map((slo) => `${burnPercent(slo, burn)} %`);
  for (const burn of Object.keys(BURNS) as Burn[]) {
    const row = rows.find(([, first]) => first === `\`<objective>-burn-${burn}\``);
    expect([row?.[2], ...row!.slice(5, 8)]).toEqual([`${BURNS[burn].rate} times`, ...shares(burn)]);
  }
  for (const [, anchor] of objectives.matchAll(/operations\.md#([\w-]+)/g)) {
    expect(guide).toContain(`### ${anchor!.replace('alarm-', 'alarm: ')}\n`);
  }
});
