import { beforeAll, describe, expect, test } from 'vitest';
import { FUNCTIONS } from '#ops/bundle/functions.ts';
import { ACCESS_VIOLATIONS } from './violations/access.ts';
import type { Violation, ViolatedGraph } from './violations/violation.ts';
import { FUNCTION_VIOLATIONS } from './violations/functions.ts';
import { STAGE_VIOLATIONS } from './violations/stage.ts';
import { STORAGE_VIOLATIONS } from './violations/storage.ts';
import { WATCHING_VIOLATIONS } from './violations/watching.ts';
import { CHECKS } from './checks.ts';
import { packed } from './checks/functions.ts';
import { evaluate, graphOf } from './evaluate.ts';
import type { Graph } from './graph.ts';
import { filesBelow } from './files-below.ts';
import { stageEnv } from './stage-env.ts';

const VIOLATIONS = [
  ...FUNCTION_VIOLATIONS,
  ...ACCESS_VIOLATIONS,
  ...STORAGE_VIOLATIONS,
  ...WATCHING_VIOLATIONS,
  ...STAGE_VIOLATIONS,
];

describe.each(['dev', 'production'])('%s', (stage) => {
  let graph: Graph;

  beforeAll(async () => {
    graph = await graphOf(stage);
    const kinds = Object.groupBy(graph.resources, ({ type }) => type);
    const counts = Object.entries(kinds).map(([type, of]) => `${String(of!.length).padStart(4)} ${type}`);
    console.log(`${stage}: ${graph.resources.length} resources\n${counts.join('\n')}`);
  });

  test.each(Object.entries(CHECKS))('%s', (_, check) => {
    expect(check(graph)).toEqual([]);
  });

  test.each(FUNCTIONS.map(({ name }) => name))('the zip of %s contains its bundle and nothing else', (name) => {
    expect(packed(graph, name)).toEqual(filesBelow(`.build/functions/${name}`));
  });
});

/* Tests the checks: each has to detect its violation. */
describe('a careless change', () => {
  test.each(VIOLATIONS)('"$check" detects $by', async ({ check, change, says, stage = 'dev' }: Violation) => {
    const broken = structuredClone(await graphOf(stage)) as ViolatedGraph;
    change(broken);
    expect(CHECKS[check]!(broken).join('\n')).toContain(says);
  });

  test('every check detects one', () => {
    expect(Object.keys(CHECKS).filter((name) => !VIOLATIONS.some(({ check }) => check === name))).toEqual([]);
  });
});

describe('refuses to deploy', () => {
  test('a stage whose name is no valid host name', async () => {
    await expect(evaluate('Dev_1', stageEnv())).rejects.toThrow('name');
  });

  test('a stage without an alarm address', async () => {
    const { ALBUMEN_ALERTS_TO: _, ...env } = stageEnv();
    await expect(evaluate('nobody', env)).rejects.toThrow('ALBUMEN_ALERTS_TO');
  });
});
