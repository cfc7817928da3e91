import { App, PermissionsBoundary } from 'aws-cdk-lib/core';
import type { StageSettings } from '../settings.ts';
import type { Choices } from './parameters.ts';
import { ZeroStack } from './stack.ts';

/**
 * Returns the stack's name, with which CloudFormation begins its resources' names: stacks/access allows a stage its own
 * names only.
 */
export function zeroStackName(stage: string): string {
  return `albumen-${stage}-zero`;
}

export interface ZeroAppOptions {
  stage: string;
  settings: StageSettings;
  choices?: Choices;
  /** ARN of the managed policy that bounds the roles of this stack. */
  permissionsBoundary?: string | null;
  /** Folder in which `synth()` writes `{stack}.template.json`; by default one of CDK's own. */
  outdir?: string | undefined;
}

/** The vendor's image, and no metrics. */
const VENDOR: Choices = { image: null, metricsUrl: null };

export function zeroApp({ stage, settings, choices = VENDOR, permissionsBoundary = null, outdir }: ZeroAppOptions) {
  const app = new App({ analyticsReporting: false, ...(outdir ? { outdir } : {}) });
  const stack = new ZeroStack(app, zeroStackName(stage), {
    settings,
    choices,
    ...(permissionsBoundary ? { permissionsBoundary: PermissionsBoundary.fromArn(permissionsBoundary) } : {}),
    description: `Albumen, ${stage}: zero-cache`,
    env: { region: settings.region },
  });
  return { app, stack };
}
