import { App, PermissionsBoundary } from 'aws-cdk-lib';
import type { StageSettings } from '../settings.ts';
import { ZeroStack } from './stack.ts';

/** Names the stack, and by it what CloudFormation makes: stacks/access lets a stage touch its own names only. */
export function zeroStackName(stage: string): string {
  return `albumen-${stage}-zero`;
}

export interface ZeroAppOptions {
  stage: string;
  settings: StageSettings;
  /** The managed policy that bounds the roles made here, by its ARN. */
  permissionsBoundary?: string | null;
  /** Where `synth()` writes `{stack}.template.json`; a folder of CDK's own without it. */
  outdir?: string | undefined;
}

export function zeroApp({ stage, settings, permissionsBoundary = null, outdir }: ZeroAppOptions) {
  const app = new App({ analyticsReporting: false, ...(outdir ? { outdir } : {}) });
  const stack = new ZeroStack(app, zeroStackName(stage), {
    settings,
    ...(permissionsBoundary ? { permissionsBoundary: PermissionsBoundary.fromArn(permissionsBoundary) } : {}),
    description: `Albumen, ${stage}: zero-cache`,
    env: { region: settings.region },
  });
  return { app, stack };
}
