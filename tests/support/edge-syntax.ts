import { parseAst } from 'vite';

/*
 * Checks a script against the language of `cloudfront-js-2.0` (developer guide, "JavaScript runtime 2.0 features"): ES
 * 5.1 plus the listed additions. Uses the syntax tree, since a text search has false positives and negatives.
 */

const ES5 =
  'Program ExpressionStatement BlockStatement EmptyStatement ReturnStatement LabeledStatement BreakStatement ContinueStatement IfStatement SwitchStatement SwitchCase ThrowStatement TryStatement CatchClause WhileStatement DoWhileStatement ForStatement ForInStatement FunctionDeclaration VariableDeclaration VariableDeclarator ThisExpression ArrayExpression ObjectExpression Property FunctionExpression UnaryExpression UpdateExpression BinaryExpression AssignmentExpression LogicalExpression MemberExpression ConditionalExpression CallExpression NewExpression SequenceExpression Literal Identifier';
/** Statements and functions of later editions on that page, and imports of the runtime's own modules. */
const LATER =
  'ArrowFunctionExpression RestElement TemplateLiteral TemplateElement AwaitExpression ImportDeclaration ImportDefaultSpecifier';
const KNOWN_NODES = new Set(`${ES5} ${LATER}`.split(' '));

/** "Globals", "Primitive objects", "Built-in objects" and "Error types" of the page, and names inside functions. */
const KNOWN_NAMES = new Set(
  'globalThis Object Function Array Number String Boolean Date Promise RegExp JSON Math Error EvalError RangeError ReferenceError SyntaxError TypeError URIError ArrayBuffer Uint8Array Buffer console NaN Infinity undefined isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent encodeURI encodeURIComponent arguments'.split(
    ' ',
  ),
);

interface Node {
  type: string;
  [field: string]: unknown;
}

/** Constructs that the runtime does not support, in words; empty for a valid script. */
export function unknownToRuntime(code: string): string[] {
  const found = new Set<string>();
  const declared = new Set<string>();
  const named = new Set<string>();
  visit(parseAst(code) as unknown as Node, [], (node, parents) => {
    for (const problem of problemsOf(node, parents)) found.add(problem);
    if (node.type !== 'Identifier') return;
    const role = roleOf(node, parents.at(-1)!);
    if (role === 'declared') declared.add(String(node['name']));
    if (role === 'used') named.add(String(node['name']));
  });
  for (const name of named) if (!declared.has(name) && !KNOWN_NAMES.has(name)) found.add(`the name ${name}`);
  return [...found].toSorted();
}

function problemsOf(node: Node, parents: readonly Node[]): string[] {
  const problems = KNOWN_NODES.has(node.type) ? [] : [node.type];
  // "async arguments and closures are not supported"
  const inFunction = parents.some(({ type }) => type.includes('Function'));
  if (node['async'] === true && (inFunction || node.type !== 'FunctionDeclaration')) problems.push('async closure');
  if (node['generator'] === true) problems.push('generator');
  if (node.type === 'LogicalExpression' && node['operator'] === '??') problems.push('??');
  if (node.type === 'AssignmentExpression' && /^(\|\||&&|\?\?)=$/.test(String(node['operator']))) {
    problems.push(String(node['operator']));
  }
  if ((node.type === 'MemberExpression' || node.type === 'CallExpression') && node['optional'] === true) {
    problems.push('?.');
  }
  if (node.type === 'Property') {
    for (const form of ['computed', 'shorthand', 'method']) if (node[form] === true) problems.push(`${form} property`);
  }
  if (node.type === 'CatchClause' && !node['param']) problems.push('catch without its error');
  if (node.type === 'Literal' && 'bigint' in node && node['bigint']) problems.push('bigint');
  if (node.type === 'ImportDeclaration') {
    const from = String((node['source'] as Node)['value']);
    if (!['cloudfront', 'crypto', 'querystring'].includes(from)) problems.push(`the module ${from}`);
  }
  return problems;
}

function roleOf(node: Node, parent: Node): 'declared' | 'used' | 'property' {
  const { type } = parent;
  if (type === 'MemberExpression' && parent['property'] === node && !parent['computed']) return 'property';
  if (type === 'Property' && parent['key'] === node && parent['value'] !== node) return 'property';
  if (type.includes('Label') || type === 'BreakStatement' || type === 'ContinueStatement') return 'property';
  const declares =
    (type === 'VariableDeclarator' && parent['id'] === node) ||
    (type.includes('Function') && parent['body'] !== node) ||
    type === 'RestElement' ||
    type === 'ImportDefaultSpecifier' ||
    (type === 'CatchClause' && parent['param'] === node);
  return declares ? 'declared' : 'used';
}

function visit(node: Node, parents: readonly Node[], look: (node: Node, parents: readonly Node[]) => void): void {
  look(node, parents);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === 'object' && typeof (child as Node).type === 'string') {
        visit(child as Node, [...parents, node], look);
      }
    }
  }
}
