import { App } from 'aws-cdk-lib/core';
import { AccessStack } from './stack.ts';

/** @param outdir folder in which `synth()` writes `albumen-access.template.json`; by default one of CDK's own */
export function accessApp(outdir?: string): { app: App; stack: AccessStack } {
  const app = new App({ analyticsReporting: false, ...(outdir ? { outdir } : {}) });
  const stack = new AccessStack(app, 'albumen-access', {
    description: 'Albumen: what GitHub Actions may do here. Deployed once, by an administrator.',
  });
  return { app, stack };
}
