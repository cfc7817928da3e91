/*
 * The part of IAM that stacks/access uses: a request is allowed when a statement allows it and none denies it. Patterns
 * and conditions follow AWS's documentation; an unknown operator is an error instead of a silent match.
 */

interface Statement {
  Effect: 'Allow' | 'Deny';
  Action: string | string[];
  Resource: string | string[];
  Condition?: Record<string, Record<string, string | string[]>>;
}

export interface Request {
  action: string;
  resource: string;
  /** Condition keys; a missing one is absent from the request. */
  context?: Record<string, string | string[]>;
}

/** @param statements of all policies of the role, without references */
export function allows(statements: readonly Statement[], request: Request): boolean {
  const applying = statements.filter((statement) => applies(statement, request));
  return applying.some(({ Effect }) => Effect === 'Allow') && !applying.some(({ Effect }) => Effect === 'Deny');
}

function applies(statement: Statement, { action, resource, context = {} }: Request): boolean {
  return (
    list(statement.Action).some((pattern) => matches(action, pattern)) &&
    list(statement.Resource).some((pattern) => like(resource, pattern)) &&
    Object.entries(statement.Condition ?? {}).every(([operator, keys]) =>
      Object.entries(keys).every(([key, wanted]) => holds(operator, context[key], list(wanted))),
    )
  );
}

function holds(operator: string, given: string | string[] | undefined, wanted: string[]): boolean {
  const values = given === undefined ? [] : list(given);
  const fits = (value: string) => wanted.some((pattern) => like(value, pattern));
  switch (operator) {
    case 'Null':
      return wanted.includes(String(given === undefined));
    case 'StringEquals':
      return values.length > 0 && values.every((value) => wanted.includes(value));
    case 'ArnLike':
    case 'StringLike':
      return values.length > 0 && values.every(fits);
    // True for a missing key: hence the `Null` condition beside it.
    case 'StringNotLike':
      return !values.some(fits);
    case 'ForAllValues:StringLike':
      return values.every(fits);
    default:
      throw new Error(`IAM operator that this test does not know: ${operator}`);
  }
}

/** Whether an action matches one of a policy's actions, regardless of case. */
export function matches(action: string, pattern: string): boolean {
  return like(action.toLowerCase(), pattern.toLowerCase());
}

function like(value: string, pattern: string): boolean {
  const source = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${source}$`, 's').test(value);
}

function list<T>(value: T | T[]): T[] {
  return Array.isArray(value) ? value : [value];
}

/** A template value as CloudFormation would resolve it, for text and references. */
export function resolved(value: unknown, references: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, references));
  if (typeof value !== 'object' || value === null) return value;
  if ('Ref' in value) {
    const reference = references[String(value.Ref)];
    if (reference === undefined) throw new Error(`Reference that this test does not know: ${String(value.Ref)}`);
    return reference;
  }
  if ('Fn::Join' in value) {
    const [separator, parts] = value['Fn::Join'] as [string, unknown[]];
    return parts.map((part) => resolved(part, references)).join(separator);
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolved(item, references)]));
}

export type { Statement };
