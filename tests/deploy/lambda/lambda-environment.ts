import type { DeployedFunction } from './deployed.ts';

/** Account id in every ARN of these tests. */
export const LAMBDA_ACCOUNT = '000000000000';
const REGION = 'eu-west-1';

/** A role's keys; here those of the embedded services. */
export interface RoleKeys {
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * Variables set by Lambda itself (https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html). Omits
 * AWS_SESSION_TOKEN, since the embedded S3 knows no temporary keys, and NODE_PATH to the SDK of the managed runtime: no
 * function may rely on a version that AWS chooses.
 */
export function lambdaEnvironment(
  deployed: DeployedFunction,
  taskRoot: string,
  keys: RoleKeys,
): Record<string, string> {
  const { functionName, handler, memoryMb, logFormat } = deployed;
  return {
    _HANDLER: handler,
    AWS_ACCESS_KEY_ID: keys.accessKeyId,
    AWS_DEFAULT_REGION: REGION,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
    AWS_LAMBDA_FUNCTION_NAME: functionName,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_FORMAT: logFormat,
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${functionName}`,
    AWS_LAMBDA_LOG_LEVEL: 'INFO',
    AWS_LAMBDA_LOG_STREAM_NAME: '2026/01/01/[$LATEST]0',
    AWS_REGION: REGION,
    AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
    LAMBDA_TASK_ROOT: taskRoot,
    LANG: 'en_US.UTF-8',
    PATH: '/usr/local/bin:/usr/bin:/bin',
    TZ: ':UTC',
  };
}
