import { CfnOIDCProvider } from 'aws-cdk-lib/aws-iam';
import {
  App,
  Aws,
  BootstraplessSynthesizer,
  CfnCondition,
  CfnOutput,
  CfnParameter,
  Fn,
  Stack,
  type StackProps,
} from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { boundaryArn, DEPLOY, PREVIEW } from './reach.ts';
import { AccessRole } from './role.ts';
import { allow } from './statement.ts';

/** Name of the operator's secret with the token for previews' database branches. */
const SUPABASE_SECRET = 'albumen/ci/supabase';

/** Access of GitHub Actions to the account, by OIDC: no AWS key is stored at GitHub. */
class AccessStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, { ...props, synthesizer: new BootstraplessSynthesizer(), suppressTemplateIndentation: true });
    const repository = this.parameter('GitHubRepository', 'owner/name', '^[A-Za-z0-9-]+/[A-Za-z0-9._-]+$');
    const domain = this.parameter('Domain', 'The domain of ALBUMEN_DOMAIN', '^([a-z0-9-]+\\.)+[a-z]{2,}$');
    const existing = this.parameter('OidcProviderArn', 'Only if the account knows GitHub already', '^(arn:.+)?$', '');
    const shared = { repository, domain, providerArn: gitHubProvider(this, existing) };
    const deploy = new AccessRole(this, 'Deploy', { ...shared, reach: DEPLOY });
    const preview = new AccessRole(this, 'Preview', { ...shared, reach: PREVIEW, also: [supabaseToken()] });
    new CfnOutput(this, 'DeployRoleArn', { value: deploy.role.roleArn });
    new CfnOutput(this, 'DeployBoundaryArn', { value: boundaryArn(DEPLOY) });
    new CfnOutput(this, 'PreviewRoleArn', { value: preview.role.roleArn });
    new CfnOutput(this, 'PreviewBoundaryArn', { value: boundaryArn(PREVIEW) });
  }

  private parameter(id: string, description: string, allowedPattern: string, fallback?: string): string {
    const given = fallback === undefined ? {} : { default: fallback };
    return new CfnParameter(this, id, { type: 'String', description, allowedPattern, ...given }).valueAsString;
  }
}

function supabaseToken() {
  return allow('One secret; Secrets Manager ends its name by chance.', {
    actions: ['secretsmanager:GetSecretValue'],
    resources: [`arn:${Aws.PARTITION}:secretsmanager:*:${Aws.ACCOUNT_ID}:secret:${SUPABASE_SECRET}-*`],
  });
}

/**
 * Returns the ARN of GitHub's OIDC provider. An account has one at most: creates it unless an existing ARN is passed.
 */
function gitHubProvider(stack: Stack, existingArn: string): string {
  const missing = new CfnCondition(stack, 'ProviderMissing', { expression: Fn.conditionEquals(existingArn, '') });
  const provider = new CfnOIDCProvider(stack, 'GitHub', {
    url: 'https://token.actions.githubusercontent.com',
    clientIdList: ['sts.amazonaws.com'],
  });
  provider.cfnOptions.condition = missing;
  return Fn.conditionIf(missing.logicalId, provider.attrArn, existingArn).toString();
}

/** @param outdir folder in which `synth()` writes `albumen-access.template.json`; by default one of CDK's own */
export function accessApp(outdir?: string): { app: App; stack: AccessStack } {
  const app = new App({ analyticsReporting: false, ...(outdir ? { outdir } : {}) });
  const stack = new AccessStack(app, 'albumen-access', {
    description: 'Albumen: what GitHub Actions may do here. Deployed once, by an administrator.',
  });
  return { app, stack };
}
