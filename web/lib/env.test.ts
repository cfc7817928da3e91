import { expect, test } from 'vitest';
import { parseConfig } from './env.ts';

const config = {
  supabaseUrl: 'http://localhost:4302',
  supabaseAnonKey: 'key',
  zeroUrl: 'http://localhost:4300',
  authProviders: ['google', 'facebook'],
  phoneSignIn: true,
  captchaSiteKey: null,
};

test('reads a complete configuration', () => {
  expect(parseConfig(JSON.stringify(config))).toEqual(config);
});

test('names missing and malformed variables', () => {
  const { zeroUrl: _, ...rest } = config;
  expect(() => parseConfig(JSON.stringify(rest))).toThrow('zeroUrl');
  expect(() => parseConfig(JSON.stringify({ ...config, supabaseUrl: 'localhost', supabaseAnonKey: '' }))).toThrow(
    'supabaseUrl, supabaseAnonKey',
  );
  expect(() => parseConfig(JSON.stringify({ ...config, authProviders: ['somebody'] }))).toThrow('authProviders');
  expect(() => parseConfig('null')).toThrow('the whole object');
});
