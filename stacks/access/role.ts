import { Aws, Duration, Validations } from 'aws-cdk-lib/core';
import * as iam from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { boundary } from './boundary.ts';
import { named, withheld } from './named.ts';
import type { Reach } from './reach.ts';
import { reads } from './reads.ts';
import { roles } from './roles.ts';
import { sstState } from './sst-state.ts';
import { allow, answers, type Reasoned } from './statement.ts';
import { tagged } from './tagged.ts';
import { untagged } from './untagged.ts';

const ISSUER = 'token.actions.githubusercontent.com';
/** IAM's minimum; a deployment takes a quarter of an hour. */
const SESSION = Duration.hours(1);

export interface AccessRoleProps {
  reach: Reach;
  /** `owner/name` on GitHub. */
  repository: string;
  domain: string;
  providerArn: string;
  /** Further statements of this role. */
  also?: Reasoned[];
}

/** A role for GitHub jobs in named environments of one repository, assumed for an hour with a GitHub token. */
export class AccessRole extends Construct {
  readonly role: iam.Role;
  readonly boundary: iam.ManagedPolicy;

  constructor(scope: Construct, id: string, props: AccessRoleProps) {
    super(scope, id);
    const { reach } = props;
    this.boundary = this.policy('Boundary', boundary(reach), `${reach.role}-boundary`);
    this.role = new iam.Role(this, 'Role', {
      roleName: reach.role,
      maxSessionDuration: SESSION,
      assumedBy: new iam.WebIdentityPrincipal(props.providerArn, {
        StringEquals: {
          [`${ISSUER}:aud`]: 'sts.amazonaws.com',
          [`${ISSUER}:sub`]: reach.environments.map((name) => `repo:${props.repository}:environment:${name}`),
        },
      }),
      managedPolicies: [
        this.policy('Named', [...named(reach), ...withheld(reach), ...(props.also ?? [])]),
        this.policy('Tagged', tagged(reach)),
        this.policy('Untagged', untagged(reach)),
        this.policy('Reads', reads()),
        this.policy('State', [...sstState(reach), ...roles(reach), ...records(reach, props.domain)]),
      ],
    });
  }

  /** Creates a policy per kind of resource: IAM limits each to 6,144 characters. */
  private policy(id: string, reasoned: Reasoned[], managedPolicyName?: string): iam.ManagedPolicy {
    const policy = new iam.ManagedPolicy(this, id, {
      statements: reasoned.map(({ statement }) => statement),
      ...(managedPolicyName ? { managedPolicyName } : {}),
    });
    Validations.of(policy).acknowledge(...reasoned.flatMap(answers));
    return policy;
  }
}

/** DNS records of the stages' hosts, and of their certificates' validation. */
function records({ hosts }: Reach, domain: string): Reasoned[] {
  const own = hosts.flatMap((host) => [`${host}${domain}`, `_*.${host}${domain}`]);
  return [
    allow('Narrowed by the names of the records; zones are known by ids of chance.', {
      actions: ['route53:ChangeResourceRecordSets'],
      resources: [`arn:${Aws.PARTITION}:route53:::hostedzone/*`],
      conditions: { 'ForAllValues:StringLike': { 'route53:ChangeResourceRecordSetsNormalizedRecordNames': own } },
    }),
  ];
}
