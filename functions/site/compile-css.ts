import type { Atrule, Block, CssNode, List, Rule, StyleSheet, SyntaxParseError } from 'css-tree';
import generate from 'css-tree/generator';
import parse from 'css-tree/parser';
import type { CssProblem } from '#core/domain/site/site-code.ts';
import { GROUP_RULES, KEYFRAMES } from './css-rules.ts';
import { scopeSelectors } from './css-selectors.ts';
import { isPermittedPrelude, problemOfDeclaration } from './css-values.ts';

/** Bounds of the time that compiling takes, and that browsers need to match selectors. */
const MAX_DEPTH = 24;
const MAX_RULES = 3_000;
const MAX_PROBLEMS = 50;
/** The parser copies the whole source for each error of syntax. */
const MAX_SYNTAX_ERRORS = 500;
/** `@media` in `@supports` in `@container`. */
const MAX_GROUPS = 4;

/** A run of the compiler. */
interface Check {
  source: string;
  problems: CssProblem[];
  /** Rules met so far. */
  rules: number;
}

interface CompiledCss {
  /** Only permitted rules, scoped; empty without any. Safe within `<style>`. */
  css: string;
  problems: CssProblem[];
}

/**
 * Compiles a studio's CSS: keeps the permitted rules, prefixes their selectors with `.site`, and names each refused part
 * with its line and column. The result is generated from the parsed tree, so nothing passes that the parser did not
 * understand. It is a cascade layer: the containment of `.site`, outside it, cannot be overridden.
 */
export function compileCss(source: string): CompiledCss {
  if (source.trim() === '') return { css: '', problems: [] };
  const deep = findDepth(source);
  if (deep !== null) return { css: '', problems: [{ code: 'limit', ...positionOf(source, deep), found: '' }] };
  const check: Check = { source, problems: [], rules: 0 };
  const sheet = parseSheet(source);
  if (typeof sheet === 'number')
    return { css: '', problems: [{ code: 'limit', ...positionOf(source, sheet), found: '' }] };
  filterRules(sheet.children, check, 0);
  const rules = generate(sheet);
  check.problems.sort((a, b) => a.line - b.line || a.column - b.column);
  const css = rules === '' ? '' : `@layer studio{${rules}}.site{contain:paint}`;
  return { css: closeNothing(css), problems: check.problems.slice(0, MAX_PROBLEMS) };
}

/** Ends a parsing with too many errors. The parser reports errors within `catch`, so that this one passes it. */
class TooManyErrors extends Error {
  readonly offset: number;

  constructor(offset: number) {
    super();
    this.offset = offset;
  }
}

/** Returns the parsed sheet, or the offset of the first error that is too many. */
function parseSheet(source: string): StyleSheet | number {
  let errors = 0;
  const onParseError = ({ offset }: SyntaxParseError) => {
    if (++errors > MAX_SYNTAX_ERRORS) throw new TooManyErrors(offset);
  };
  try {
    return parse(source, { positions: true, parseCustomProperty: true, onParseError }) as StyleSheet;
  } catch (error) {
    if (error instanceof TooManyErrors) return error.offset;
    throw error;
  }
}

/** Within `<style>` only `</` and `<!--` mean anything to HTML. They occur in strings, where CSS ignores the backslash. */
function closeNothing(css: string): string {
  return css.replace(/<(?=[/!])/g, '<\\');
}

/** Returns the offset at which brackets nest too deep: the parser is recursive. Brackets in strings count as well. */
function findDepth(source: string): number | null {
  let depth = 0;
  for (let at = 0; at < source.length; at++) {
    const char = source[at]!;
    if (char === '(' || char === '[' || char === '{') depth++;
    else if ((char === ')' || char === ']' || char === '}') && depth > 0) depth--;
    if (depth > MAX_DEPTH) return at;
  }
  return null;
}

function positionOf(source: string, offset: number): { line: number; column: number } {
  const before = source.slice(0, offset).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

function refuse(check: Check, code: CssProblem['code'], node: CssNode): false {
  const { line = 1, column = 1, offset = 0 } = node.loc?.start ?? {};
  const end = node.loc?.end.offset ?? offset;
  const found = check.source
    .slice(offset, Math.min(end, offset + 60))
    .replace(/\s+/g, ' ')
    .trim();
  if (check.problems.length <= MAX_PROBLEMS) check.problems.push({ code, line, column, found });
  return false;
}

/** Removes the refused rules of a list. */
function filterRules(children: List<CssNode>, check: Check, groups: number): void {
  children.forEach((node, item, list) => {
    if (!isPermittedRule(node, check, groups)) list.remove(item);
  });
}

function isPermittedRule(node: CssNode, check: Check, groups: number): boolean {
  if (node.type === 'Rule') return filterRule(node, check);
  if (node.type === 'Atrule') return filterGroup(node, check, groups);
  if (node.type === 'Comment' || node.type === 'CDO' || node.type === 'CDC' || node.type === 'WhiteSpace') return false;
  return refuse(check, 'syntax', node);
}

function filterRule(rule: Rule, check: Check): boolean {
  if (++check.rules > MAX_RULES) return check.rules === MAX_RULES + 1 ? refuse(check, 'limit', rule) : false;
  if (rule.prelude.type !== 'SelectorList') return refuse(check, 'selector', rule.prelude);
  const problem = scopeSelectors(rule.prelude);
  if (problem) return refuse(check, problem.code, problem.node);
  filterDeclarations(rule.block, check);
  return !rule.block.children.isEmpty;
}

function filterDeclarations(block: Block, check: Check): void {
  block.children.forEach((node, item, list) => {
    if (!isPermittedDeclaration(node, check)) list.remove(item);
  });
}

function isPermittedDeclaration(node: CssNode, check: Check): boolean {
  if (node.type === 'Declaration') {
    const problem = problemOfDeclaration(node);
    return problem === null || refuse(check, problem.code, problem.node);
  }
  if (node.type === 'Comment' || node.type === 'WhiteSpace') return false;
  // A semicolon too many is no mistake.
  if (node.type === 'Raw' && /^[\s;]*$/.test(node.value)) return false;
  return refuse(check, node.type === 'Rule' || node.type === 'Atrule' ? 'nested' : 'syntax', node);
}

function filterGroup(rule: Atrule, check: Check, groups: number): boolean {
  const name = rule.name.toLowerCase();
  const isGroup = GROUP_RULES.has(name);
  if (!(isGroup || KEYFRAMES.has(name)) || !rule.block) return refuse(check, 'at_rule', rule);
  if (groups >= MAX_GROUPS) return refuse(check, 'limit', rule);
  if (!rule.prelude || !isPermittedPrelude(rule.prelude)) return refuse(check, 'at_rule', rule);
  if (isGroup) filterRules(rule.block.children, check, groups + 1);
  else filterKeyframes(rule.block.children, check);
  return !rule.block.children.isEmpty;
}

/** Keeps `from`, `to` and percentages, whose selectors need no scope. */
function filterKeyframes(children: List<CssNode>, check: Check): void {
  children.forEach((node, item, list) => {
    if (node.type === 'Comment' || node.type === 'WhiteSpace') return void list.remove(item);
    if (node.type !== 'Rule' || node.prelude.type !== 'SelectorList' || ++check.rules > MAX_RULES) {
      refuse(check, 'syntax', node);
      return void list.remove(item);
    }
    if (!/^(?:(?:from|to|\d{1,3}(?:\.\d+)?%),?)+$/i.test(generate(node.prelude))) {
      refuse(check, 'selector', node.prelude);
      return void list.remove(item);
    }
    filterDeclarations(node.block, check);
  });
}
