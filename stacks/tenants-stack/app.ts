import { App } from 'aws-cdk-lib/core';
import type { StageSettings } from '../settings.ts';
import { TenantsStack } from './stack.ts';

/** Returns the stack's name, which begins with the stage's: stacks/access allows a stage its own names only. */
export function tenantsStackName(stage: string): string {
  return `albumen-${stage}-tenants`;
}

/** @param outdir folder in which `synth()` writes `{stack}.template.json`; by default one of CDK's own */
export function tenantsApp(
  stage: string,
  { region }: Pick<StageSettings, 'region'>,
  outdir?: string,
): { app: App; stack: TenantsStack } {
  const app = new App({ analyticsReporting: false, ...(outdir ? { outdir } : {}) });
  const stack = new TenantsStack(app, tenantsStackName(stage), {
    stage,
    description: `Albumen, ${stage}: studios' own domains`,
    // CloudFront is a global service; its stacks may be in any region.
    env: { region },
  });
  return { app, stack };
}
