import type { Template } from 'aws-cdk-lib/assertions';
import { resolved, type Statement } from './access-iam.ts';

/** Values for the references of the access stack's template. */
export const REFERENCES = {
  'AWS::Partition': 'aws',
  'AWS::AccountId': '123456789012',
  GitHubRepository: 'studio/albumen',
  Domain: 'albumen.example',
};

export interface Policy {
  /** Its logical id, which begins with its role's. */
  id: string;
  name: string | undefined;
  statements: Statement[];
}

export function policiesOf(template: Template): Policy[] {
  return Object.entries(template.findResources('AWS::IAM::ManagedPolicy')).map(([id, { Properties }]) => {
    const { Statement } = resolved(Properties.PolicyDocument, REFERENCES) as { Statement: Statement[] };
    return { id, name: Properties.ManagedPolicyName as string | undefined, statements: Statement };
  });
}

/** Statements of all policies of the role, without its boundary's. */
export function statementsOf(template: Template, role: 'Deploy' | 'Preview'): Statement[] {
  return policiesOf(template)
    .filter(({ id }) => id.startsWith(role) && !id.includes('Boundary'))
    .flatMap(({ statements }) => statements);
}
