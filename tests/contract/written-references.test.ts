import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#core/api/endpoint.ts';
import { endpoints } from '#core/api/endpoints.ts';
import {
  brokenReferences,
  citationsOfElsewhere,
  missingFiles,
  readWritten,
  specificationRows,
  unkeptRows,
} from '../support/written-references.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const exists = (path: string) => existsSync(join(ROOT, path));
const files = readWritten(ROOT);
const textOf = (path: string) => files.find((file) => file.path === path)!.text;
const rows = specificationRows(textOf('docs/specification.md'));

test('every link and citation points to a file and a heading', () => {
  expect(files.length).toBeGreaterThan(2000);
  expect(brokenReferences(files, exists)).toEqual([]);
});

test('documents name files that exist', () => {
  expect(missingFiles(files, ROOT)).toEqual([]);
});

test('no text cites a document that is not here', () => {
  expect(citationsOfElsewhere(files)).toEqual([]);
});

test('each decision is in the index with its title and date', () => {
  const pages = files.filter(({ path }) => /^docs\/decisions\/(?!README)/.test(path));
  const shown = pages.map(({ path, text }) => {
    const [, title, date] =
      /^# (.+)\n\n(\d{4}-\d\d-\d\d)\n\n## Context\n[^]+\n## Decision\n[^]+\n## Consequence\n/.exec(text)!;
    return `[${title}](${path.slice('docs/decisions/'.length)}) ${date}`;
  });
  const index = textOf('docs/decisions/README.md').matchAll(/^\| (\[.+?\)) +\| (\S+) \|$/gm);
  expect(Array.from(index, ([, link, date]) => `${link} ${date}`).sort()).toEqual(shown.sort());
});

describe('the specification', () => {
  test('names files that contain what it says', () => {
    expect(rows.length).toBeGreaterThan(100);
    expect(unkeptRows(rows, ROOT)).toEqual([]);
  });

  test('names calls of the contract', () => {
    const contract = Object.values(endpoints).flatMap((group) => Object.values<Endpoint>(group));
    const called = rows
      .filter(({ file }) => file.startsWith('core/api/'))
      .flatMap(({ what }) => /^`([A-Z]+ \/api\/.+)`$/.exec(what)?.[1] ?? []);
    expect(called.length).toBeGreaterThan(10);
    expect(contract.map(({ method, path }) => `${method} ${path}`)).toEqual(expect.arrayContaining(called));
  });
});

describe('detects a planted', () => {
  const PLANTED = ['docs', 'planted.md'].join('/');
  // In parts, so that this file contains none.
  const planted = (...parts: string[]) => [{ path: PLANTED, text: parts.join('') }];

  test.each([
    ['citation of a missing page', ['(docs', '/decisions/none.md)']],
    ['citation of a missing heading', ['docs', '/planted.md', '#none']],
    ['citation of headings that are missing', ['docs', '/planted.md', '#none-']],
    ['link to a missing page', ['[a](', 'none.md)']],
    ['link to a missing heading', ['[a](', '#none)']],
    ['link to a heading in a code block', ['```sh\n# a word\n```\n[a](', '#a-word)']],
  ])('%s', (_what, parts) => {
    expect(brokenReferences(planted(...parts), exists)).toHaveLength(1);
  });

  test('heading that exists', () => {
    expect(brokenReferences(planted('## A, b\n[a](', '#a-b)'), exists)).toEqual([]);
  });

  test('file name', () => {
    expect(missingFiles(planted('`core/none.ts` `core/domain/values/*.ts`'), ROOT)).toEqual([
      `${PLANTED}: core/none.ts`,
    ]);
  });

  test.each([
    ['decisions ', '§2'],
    ['Spec ', '§4'],
    ['specification’s ', '§9'],
    ['the ', 'spec'],
    ['quality', '.md bar 3'],
    ['design/', 'interface.md'],
  ])('citation of another document: %s%s', (...parts) => {
    expect(citationsOfElsewhere(planted(...parts))).toHaveLength(1);
  });

  test('row that its file does not keep', () => {
    const table = (kept: string, file: string) =>
      specificationRows(`| What | Kept as | File |\n| --- | --- | --- |\n| a | ${kept} | ${file} |\n`);
    const file = '`core/domain/studio/roles.ts`';
    expect(unkeptRows(table('`ROLES`', file), ROOT)).toEqual([]);
    expect(unkeptRows(table('`ROLES` `nobody`', file), ROOT)).toEqual(['core/domain/studio/roles.ts: nobody']);
    expect(unkeptRows(table('', file), ROOT)).toHaveLength(1);
    expect(unkeptRows(table('`ROLES`', '`core/none.ts`'), ROOT)).toHaveLength(1);
  });
});
