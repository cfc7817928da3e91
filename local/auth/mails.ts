import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { AuthError } from './errors.ts';
import type { AuthSettings } from './settings.ts';

/** Mails of a hosted project, by template name. */
export type MailKind = 'confirmation' | 'magic_link' | 'recovery' | 'invite' | 'email_change' | 'reauthentication';

export type Mailer = {
  /** Renders and sends one mail; throws 500 `unexpected_failure` if it is not accepted. */
  send(kind: MailKind, to: string, data: TemplateData): Promise<void>;
  close(): void;
};

/** Sends by SMTP. Reads templates for every mail, so that they can be edited while the server runs. */
export function createMailer(smtpUrl: string, settings: AuthSettings): Mailer {
  const transport = createTransport({ url: smtpUrl, pool: true, connectionTimeout: 5_000, socketTimeout: 10_000 });
  return {
    async send(kind, to, data) {
      const [subjects, body] = await Promise.all([
        readFile(join(settings.templatesDir, 'subjects.json'), 'utf8'),
        readFile(join(settings.templatesDir, `${kind}.html`), 'utf8'),
      ]);
      const subject = (JSON.parse(subjects) as Record<MailKind, string>)[kind];
      try {
        await transport.sendMail({
          from: settings.mailFrom,
          to: { name: '', address: to },
          subject: renderTemplate(subject, data, (text) => text),
          html: renderTemplate(body, data, escapeHtml),
        });
      } catch (error) {
        console.error(`mail "${kind}" was not sent:`, error);
        throw new AuthError(500, 'unexpected_failure', `Error sending ${kind.replace('_', ' ')} email`);
      }
    },
    close: () => transport.close(),
  };
}

/**
 * The subset of Go's `html/template` that our mail templates use, so that the same files serve a hosted project: `{{
 * .Path.To.Value }}` and `{{ if eq .Path "text" }} … {{ else if … }} … {{ else }} … {{ end }}`.
 */

type TemplateData = { [key: string]: unknown };

type Node = { text: string } | { path: string[] } | { branches: { condition: Condition | null; body: Node[] }[] };
type Condition = { path: string[]; equals: string | null };

/**
 * Renders a template. `escape` applies to inserted values only: `escapeHtml` for a body, the identity for a subject.
 */
export function renderTemplate(source: string, data: TemplateData, escape: (text: string) => string): string {
  const tokens = source
    .split(/\{\{(.*?)\}\}/s)
    .map((token, index) => (index % 2 === 1 ? token.trim().replace(/\s+/g, ' ') : token));
  const position = { at: 0 };
  const nodes = parse(tokens, position);
  if (position.at < tokens.length) throw new Error(`Template: unexpected {{ ${tokens[position.at]} }}`);
  return renderNodes(nodes, data, escape);
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Parses tokens, alternately text and action; stops before the `else` or `end` of an outer block. */
function parse(tokens: string[], position: { at: number }): Node[] {
  const nodes: Node[] = [];
  while (position.at < tokens.length) {
    const token = tokens[position.at]!;
    if (position.at % 2 === 0) {
      nodes.push({ text: token });
    } else if (token.startsWith('if ')) {
      nodes.push(parseBranches(tokens, position));
    } else if (token === 'end' || token === 'else' || token.startsWith('else if ')) {
      return nodes;
    } else {
      nodes.push({ path: parsePath(token) });
    }
    position.at += 1;
  }
  return nodes;
}

function parseBranches(tokens: string[], position: { at: number }): Node {
  const branches: { condition: Condition | null; body: Node[] }[] = [];
  while (tokens[position.at] !== 'end') {
    const action = tokens[position.at];
    if (action === undefined) throw new Error('Template: missing {{ end }}');
    position.at += 1;
    const condition = action === 'else' ? null : parseCondition(action.replace(/^(else )?if /, ''));
    branches.push({ condition, body: parse(tokens, position) });
  }
  return { branches };
}

function parseCondition(expression: string): Condition {
  const comparison = /^eq (\S+) (?:"([^"]*)"|`([^`]*)`)$/.exec(expression);
  return comparison
    ? { path: parsePath(comparison[1]!), equals: comparison[2] ?? comparison[3] ?? '' }
    : { path: parsePath(expression), equals: null };
}

function parsePath(expression: string): string[] {
  if (!/^(\.[A-Za-z_]\w*)+$/.test(expression)) throw new Error(`Template: unknown action {{ ${expression} }}`);
  return expression.slice(1).split('.');
}

function renderNodes(nodes: Node[], data: TemplateData, escape: (text: string) => string): string {
  return nodes
    .map((node) => {
      if ('text' in node) return node.text;
      if ('path' in node) return escape(asText(valueAt(data, node.path)));
      const taken = node.branches.find(({ condition }) => condition === null || holds(condition, data));
      return taken ? renderNodes(taken.body, data, escape) : '';
    })
    .join('');
}

function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function holds({ path, equals }: Condition, data: TemplateData): boolean {
  const value = valueAt(data, path);
  return equals === null ? Boolean(value) : value === equals;
}

function valueAt(data: TemplateData, path: string[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return new Map<string, unknown>(Object.entries(value)).get(key);
  }, data);
}
