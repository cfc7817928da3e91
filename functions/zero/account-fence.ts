import type { handleQueryRequest } from '@rocicorp/zero/server';

type Answer = Awaited<ReturnType<typeof handleQueryRequest>>;
type Transformed = Extract<Extract<Answer, { queries: unknown }>['queries'][number], { ast: unknown }>;
type Ast = Transformed['ast'];
type Condition = NonNullable<Ast['where']>;

/**
 * Adds the caller's account to each query of Zero's answer and to all its `related` and `exists` parts, as their first
 * condition. Joins are within a studio already; the condition tells zero-cache so, which else looks for the parents of
 * every row that any studio changes.
 */
export function withinAccount(answer: Answer, accountId: string): Answer {
  if (!('queries' in answer)) return answer;
  const queries = answer.queries.map((query) =>
    'ast' in query ? { ...query, ast: fenced(query.ast, accountId) } : query,
  );
  return { ...answer, queries };
}

function fenced(ast: Ast, accountId: string): Ast {
  const own: Condition = {
    type: 'simple',
    op: '=',
    left: { type: 'column', name: ast.table === 'accounts' ? 'id' : 'account_id' },
    right: { type: 'literal', value: accountId },
  };
  const conditions = ast.where === undefined ? [] : [fencedCondition(ast.where, accountId)];
  return {
    ...ast,
    where: { type: 'and', conditions: [own, ...conditions] },
    ...(ast.related && {
      related: ast.related.map((one) => ({ ...one, subquery: fenced(one.subquery, accountId) })),
    }),
  };
}

function fencedCondition(condition: Condition, accountId: string): Condition {
  switch (condition.type) {
    case 'simple':
      return condition;
    case 'correlatedSubquery': {
      const { related } = condition;
      return { ...condition, related: { ...related, subquery: fenced(related.subquery, accountId) } };
    }
    case 'and':
    case 'or':
      return { ...condition, conditions: condition.conditions.map((one) => fencedCondition(one, accountId)) };
  }
}
