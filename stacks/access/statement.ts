import { Aws, type Acknowledgment } from 'aws-cdk-lib/core';
import { Effect, PolicyStatement, type PolicyStatementProps } from 'aws-cdk-lib/aws-iam';

/** An IAM statement and, if it contains a `*`, the reason. */
export interface Reasoned {
  statement: PolicyStatement;
  because: string;
}

export function allow(because: string, props: PolicyStatementProps): Reasoned {
  return { because, statement: new PolicyStatement(props) };
}

export function deny(because: string, props: PolicyStatementProps): Reasoned {
  return { because, statement: new PolicyStatement({ ...props, effect: Effect.DENY }) };
}

/** Returns cdk-nag acknowledgments for the statement, one per `*`. */
export function answers({ statement, because }: Reasoned): Acknowledgment[] {
  if (statement.effect === Effect.DENY) return [];
  const finding = (kind: string, what: string) => ({ id: `AwsSolutions-IAM5[${kind}::${what}]`, reason: because });
  const wide = (values: string[]) => values.filter((value) => value.includes('*'));
  return [
    ...wide(statement.actions).map((action) => finding('Action', action)),
    ...wide(statement.resources).map((arn) => finding('Resource', asNagWritesIt(arn))),
  ];
}

function asNagWritesIt(arn: string): string {
  return arn.replace(Aws.PARTITION, '<AWS::Partition>').replace(Aws.ACCOUNT_ID, '<AWS::AccountId>');
}
