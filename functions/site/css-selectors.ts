import type { CssNode, List, Selector, SelectorList } from 'css-tree';
import walk from 'css-tree/walker';
import { PSEUDO_CLASSES, PSEUDO_ELEMENTS, REFUSED_ATTRIBUTES } from './css-rules.ts';
import type { Refusal } from './css-values.ts';

/** Simple selectors of one selector. */
const MAX_PARTS = 20;
/** Selectors of one rule. */
const MAX_SELECTORS = 60;
/** `:has()` of one rule: browsers search the page for each. */
const MAX_HAS = 3;

/** The page's box: the renderer's root, below which studios' rules apply. */
const ROOT = 'site';

/**
 * Prefixes each selector of a list with `.site`; `html`, `body` and `:root` at its start mean `.site` itself.
 * @returns what is not permitted; then the list may be changed in part
 */
export function scopeSelectors(selectors: SelectorList): Refusal | null {
  if (selectors.children.size > MAX_SELECTORS) return { code: 'limit', node: selectors };
  const problem = problemOfSelector(selectors);
  if (problem) return problem;
  for (const selector of selectors.children.toArray()) {
    if (selector.type !== 'Selector' || !scope(selector)) return { code: 'selector', node: selector };
  }
  return null;
}

function problemOfSelector(selectors: SelectorList): Refusal | null {
  let problem: Refusal | null = null;
  let searches = 0;
  walk(selectors, (node) => {
    if (problem) return;
    if (node.type === 'PseudoClassSelector' && node.name.toLowerCase() === 'has') searches++;
    if (searches > MAX_HAS || (node.type === 'Selector' && node.children.size > MAX_PARTS)) {
      problem = { code: 'limit', node: selectors };
    } else if (!isPermitted(node)) problem = { code: 'selector', node: node.loc ? node : selectors };
  });
  return problem;
}

/** Without escapes and namespaces. */
const NAME = /^-?[a-z_][\w-]*$/i;

function isPermitted(node: CssNode): boolean {
  switch (node.type) {
    case 'SelectorList':
    case 'Selector':
    case 'Nth':
    case 'AnPlusB':
    case 'String':
      return true;
    case 'ClassSelector':
    case 'IdSelector':
    case 'Identifier':
      return NAME.test(node.name);
    case 'TypeSelector':
      return node.name === '*' || NAME.test(node.name);
    case 'Combinator':
      return /^[ >+~]$/.test(node.name);
    case 'AttributeSelector':
      return !REFUSED_ATTRIBUTES.has(node.name.name.toLowerCase()) && /^[is]?$/i.test(node.flags ?? '');
    case 'PseudoClassSelector':
      return PSEUDO_CLASSES.has(node.name.toLowerCase());
    case 'PseudoElementSelector':
      return PSEUDO_ELEMENTS.has(node.name.toLowerCase()) && node.children === null;
    default:
      return false;
  }
}

/** @returns false for a selector of something beside the page's box */
function scope({ children }: Selector): boolean {
  const parts = children.toArray();
  if (parts.length === 0 || parts[0]!.type === 'Combinator' || parts.at(-1)!.type === 'Combinator') return false;
  // `html > body .row` begins with two names of the page's box.
  while (isRoot(parts[0]!) && parts[1]?.type === 'Combinator' && /^[ >]$/.test(parts[1].name) && isRoot(parts[2]!)) {
    parts.splice(0, 2);
  }
  const startsAtRoot = isRoot(parts[0]!);
  if (startsAtRoot) {
    parts[0] = root();
    const next = parts.find(({ type }) => type === 'Combinator');
    if (next?.type === 'Combinator' && /^[+~]$/.test(next.name)) return false;
  } else parts.unshift(root(), { type: 'Combinator', name: ' ' });
  replaceAll(children, parts);
  return true;
}

function isRoot(node: CssNode): boolean {
  if (node.type === 'TypeSelector') return /^(?:html|body)$/i.test(node.name);
  if (node.type === 'PseudoClassSelector') return node.name.toLowerCase() === 'root';
  return node.type === 'ClassSelector' && node.name === ROOT;
}

const root = (): CssNode => ({ type: 'ClassSelector', name: ROOT });

function replaceAll(children: List<CssNode>, parts: readonly CssNode[]): void {
  children.clear();
  for (const part of parts) children.appendData(part);
}
