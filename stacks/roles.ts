import { physical } from './names.ts';
import { permissionsBoundary, type StageSettings } from './settings.ts';

/** X-Ray's actions support no resources, nor does AWS's own policy restrict them. */
const TRACING = 'arn:aws:iam::aws:policy/AWSXRayDaemonWriteAccess';

/**
 * Returns a function's role without its rights: only Lambda may assume it. SST's own could be assumed by every
 * principal of the account (4.17.1 compares an output to detect `sst dev`, which is always true).
 */
export function roleFor(thing: string, settings: StageSettings) {
  return {
    name: physical(thing),
    assumeRolePolicy: aws.iam.assumeRolePolicyForPrincipal({ Service: 'lambda.amazonaws.com' }),
    managedPolicyArns: settings.tracing ? [TRACING] : [],
    ...bounded(),
  };
}

/** Every role of a stage needs it: the deployment roles of stacks/access can create no other. */
export function bounded(): { permissionsBoundary?: string } {
  const arn = permissionsBoundary();
  return arn ? { permissionsBoundary: arn } : {};
}
