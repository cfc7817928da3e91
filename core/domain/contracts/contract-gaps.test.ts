import { expect, test } from 'vitest';
import { LANGUAGES } from '../values/languages.ts';
import { contractGaps, hasDraftLine } from './contract-gaps.ts';
import { CONTRACT_STARTERS } from './contract-starters.ts';

const values = { client: 'Marta', clientAddress: 'Carrer Major 1', price: '€120' };

test.each([
  ['lacks nothing with a value for each field', '{{client}}, {{ clientAddress }}: {{price}}', values, []],
  ['lacks a field without a value', '{{client}}, {{deposit}}', values, ['deposit']],
  ['lacks a field with a blank value', '{{client}}', { client: ' \n ' }, ['client']],
  ['lacks a field once, in the order of fields', '{{price}} {{client}} {{price}}', {}, ['client', 'price']],
  ['lacks a price, of which deposit and balance are parts', '{{balance}} {{deposit}} {{price}}', {}, ['price']],
  ['lacks no value that it does not use', 'Hello', {}, []],
  ['lacks a check of the draft first', 'DRAFT: have this text checked\n\n{{price}}', {}, ['draftLine', 'price']],
  ['lacks a check below other lines', '# Contract\n\n  BORRADOR: revisar', {}, ['draftLine']],
  ['lacks a check of a line in a list', '- ESBORRANY: cal revisar', {}, ['draftLine']],
  ['may speak of drafts', 'The studio sends a DRAFT: the client answers.', {}, []],
] as const)('a contract %s', (_what, body, given, expected) => {
  expect(contractGaps(body, given)).toEqual(expected);
});

test.each(LANGUAGES)('the draft in %s promises no hours, amounts or percentages of its own', (language) => {
  expect(CONTRACT_STARTERS[language].body).not.toMatch(/\d/);
});

test.each(LANGUAGES)('the draft in %s asks for a check', (language) => {
  expect(hasDraftLine(CONTRACT_STARTERS[language].body)).toBe(true);
});
