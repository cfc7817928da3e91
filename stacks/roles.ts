import { physical } from './names.ts';
import { permissionsBoundary, type StageSettings } from './settings.ts';

/** X-Ray's actions know no resources; AWS's own policy says no more than that. */
const TRACING = 'arn:aws:iam::aws:policy/AWSXRayDaemonWriteAccess';

/**
 * What a function's role is beside its rights: Lambda may take it and nobody else. SST's own would let every principal
 * of the account take it (4.17.1 asks an output whether this is `sst dev`, which is always true).
 */
export function roleFor(thing: string, settings: StageSettings) {
  return {
    name: physical(thing),
    assumeRolePolicy: aws.iam.assumeRolePolicyForPrincipal({ Service: 'lambda.amazonaws.com' }),
    managedPolicyArns: settings.tracing ? [TRACING] : [],
    ...bounded(),
  };
}

/** Every role of a stage is made so: whoever deploys by the roles of stacks/access can make no other. */
export function bounded(): { permissionsBoundary?: string } {
  const arn = permissionsBoundary();
  return arn ? { permissionsBoundary: arn } : {};
}
