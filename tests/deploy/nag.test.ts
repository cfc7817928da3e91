import { App, Stack, Validations } from 'aws-cdk-lib/core';
import * as ec2 from 'aws-cdk-lib/aws-ec2';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import { describe, expect, test } from 'vitest';
import { accessApp } from '../../stacks/access/app.ts';
import { zeroApp } from '../../stacks/zero-stack/app.ts';
import { outdir, variants } from './zero-stack-variants.ts';

/** A reason is a sentence about this project. */
const SHORTEST_REASON = 40;

/** With the stack of the last group of studios. */
const lastOf = ({ app, stacks }: ReturnType<typeof zeroApp>) => ({ app, stack: stacks.at(-1)! });

const apps = [
  ...variants.map(({ name, stage, settings }) => ({ name, make: () => lastOf(zeroApp({ stage, settings, outdir })) })),
  { name: 'access', make: () => accessApp(outdir) },
];

interface Suppression {
  at: string;
  id: string;
  reason: string;
}

function suppressionsIn(root: IConstruct): Suppression[] {
  return root.node.findAll().flatMap((construct) =>
    construct.node.metadata
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) =>
        Object.entries(data as Record<string, string>).map(([id, reason]) => ({
          at: construct.node.path,
          id,
          reason,
        })),
      ),
  );
}

function findings(app: IConstruct): string[] {
  return new AwsSolutionsChecks().validateScope(app).violations.map(({ ruleName }) => ruleName);
}

describe.each(apps)('$name', ({ make }) => {
  const { app, stack } = make();

  test('cdk-nag finds only accepted problems', () => {
    expect(findings(app)).toEqual([]);
  });

  test('every acceptance has its reason', () => {
    const all = suppressionsIn(app);
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter(({ reason }) => reason.trim().length < SHORTEST_REASON)).toEqual([]);
  });

  test('accepts problems of single resources, except those of CloudFormation itself', () => {
    const above = suppressionsIn(app).filter(({ at }) => at === '' || at === stack.node.path);
    expect(above.filter(({ id }) => !id.startsWith('CloudFormation-Validate::'))).toEqual([]);
  });

  test('synthesis prints no warning', () => {
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
    expect(app.synth().getStackByName(stack.stackName).messages).toEqual([]);
  });
});

test.each(variants)('detects an open security group in $name', ({ stage, settings }) => {
  const { app, stack } = lastOf(zeroApp({ stage, settings, outdir }));
  const [vpcId] = stack.node.findAll().filter((construct) => construct instanceof ec2.CfnVPC);
  new ec2.CfnSecurityGroup(stack, 'Planted', {
    groupDescription: 'planted',
    vpcId: vpcId!.ref,
    securityGroupIngress: [{ ipProtocol: 'tcp', fromPort: 22, toPort: 22, cidrIp: '0.0.0.0/0' }],
  });
  expect(findings(app)).toContain('AwsSolutions-EC23');
});

test('detects an acceptance without a reason', () => {
  const stack = new Stack(new App({ outdir }), 'Planted');
  Validations.of(stack).acknowledge({ id: 'AwsSolutions-EC23', reason: ' ' });
  expect(suppressionsIn(stack)).toEqual([{ at: 'Planted', id: expect.stringContaining('EC23'), reason: ' ' }]);
});
