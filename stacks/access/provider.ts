import { CfnCondition, Fn, type Stack } from 'aws-cdk-lib';
import { CfnOIDCProvider } from 'aws-cdk-lib/aws-iam';

/**
 * Returns the ARN of GitHub's OIDC provider. An account has one at most: creates it unless an existing ARN is passed.
 */
export function gitHubProvider(stack: Stack, existingArn: string): string {
  const missing = new CfnCondition(stack, 'ProviderMissing', { expression: Fn.conditionEquals(existingArn, '') });
  const provider = new CfnOIDCProvider(stack, 'GitHub', {
    url: 'https://token.actions.githubusercontent.com',
    clientIdList: ['sts.amazonaws.com'],
  });
  provider.cfnOptions.condition = missing;
  return Fn.conditionIf(missing.logicalId, provider.attrArn, existingArn).toString();
}
