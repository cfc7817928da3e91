import { CfnCondition, Fn, type Stack } from 'aws-cdk-lib';
import { CfnOIDCProvider } from 'aws-cdk-lib/aws-iam';

/**
 * GitHub, as somebody whose tokens the account believes. An account has it once: where another stack made it, its ARN
 * is given and none is made.
 * @returns its ARN
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
