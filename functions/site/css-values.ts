import type { AtrulePrelude, CssNode, Declaration } from 'css-tree';
import walk from 'css-tree/walker';
import type { CssProblem } from '#core/domain/site/site-code.ts';
import { FUNCTIONS, REFUSED_PROPERTIES, SITE_URL } from './css-rules.ts';

export interface Refusal {
  code: CssProblem['code'];
  node: CssNode;
}

/** A name without escapes: what is compared with a list is what browsers read. */
const NAME = /^-?[a-z_][\w-]*$/i;
const CUSTOM_PROPERTY = /^--[\w-]+$/;
const PROPERTY = /^-?[a-z][a-z-]*$/;

/** Returns what is wrong with a declaration, or null. */
export function problemOfDeclaration(declaration: Declaration): Refusal | null {
  const property = declaration.property.toLowerCase();
  const isCustom = CUSTOM_PROPERTY.test(declaration.property);
  if (!isCustom && (!PROPERTY.test(property) || REFUSED_PROPERTIES.has(property))) {
    return { code: 'property', node: declaration };
  }
  if (typeof declaration.important === 'string') return { code: 'value', node: declaration };
  return problemOfValue(declaration.value, declaration);
}

/** Types of nodes in values that consist of others, or of nothing that a browser could load. */
const PLAIN_TYPES: ReadonlySet<CssNode['type']> = new Set([
  'Value',
  'Brackets',
  'Hash',
  'Number',
  'Operator',
  'Parentheses',
  'Percentage',
  'String',
  'WhiteSpace',
]);

function problemOfValue(value: CssNode, declaration: CssNode): Refusal | null {
  let problem: Refusal | null = null;
  walk(value, (node) => {
    const code = problem ? null : codeOfValue(node);
    if (code) problem = { code, node: node.loc ? node : declaration };
  });
  return problem;
}

function codeOfValue(node: CssNode): CssProblem['code'] | null {
  if (PLAIN_TYPES.has(node.type)) return null;
  if (node.type === 'Identifier') return NAME.test(node.name) || CUSTOM_PROPERTY.test(node.name) ? null : 'value';
  if (node.type === 'Dimension') return /^(?:[a-z]+)$/i.test(node.unit) ? null : 'value';
  if (node.type === 'Function') return FUNCTIONS.has(node.name.toLowerCase()) ? null : 'function';
  if (node.type === 'Url') return SITE_URL.test(node.value) ? null : 'url';
  return 'value';
}

/** Types of nodes in the conditions of `@media`, `@supports` and `@container`, and in names of keyframes. */
const CONDITION_TYPES: ReadonlySet<CssNode['type']> = new Set([
  'AtrulePrelude',
  'Condition',
  'MediaQueryList',
  'Number',
  'Ratio',
  'WhiteSpace',
]);

/** True if the condition of an at-rule has nothing but features, and declarations that a rule may have. */
export function isPermittedPrelude(prelude: AtrulePrelude | CssNode): boolean {
  let isPermitted = true;
  walk(prelude, function (node) {
    if (!isPermitted) return walk.break;
    if (node.type === 'SupportsDeclaration') {
      isPermitted = problemOfDeclaration(node.declaration) === null;
      return walk.skip;
    }
    isPermitted = isPermittedCondition(node);
    return undefined;
  });
  return isPermitted;
}

function isPermittedCondition(node: CssNode): boolean {
  if (CONDITION_TYPES.has(node.type)) return true;
  if (node.type === 'Identifier') return NAME.test(node.name) && !/^(?:none|initial|inherit|unset)$/i.test(node.name);
  if (node.type === 'Dimension') return /^[a-z]+$/i.test(node.unit);
  if (node.type === 'Feature') return NAME.test(node.name);
  if (node.type === 'FeatureRange') return true;
  if (node.type === 'MediaQuery') return node.mediaType === null || NAME.test(node.mediaType);
  return false;
}
