import { expect, it, vi } from 'vitest';
import { fetchUsingEarlyFetch } from './early-fetch.ts';

const PATH = '/api/p/g/galleries/verify';
const setUp = (answer: Promise<Response>) => {
  const fetch = vi.fn(async () => new Response('asked'));
  return { fetch, get: fetchUsingEarlyFetch({ path: PATH, answer }, fetch) };
};
const textOf = async (response: Promise<Response>) => (await response).text();

it('returns the early request once', async () => {
  const { get, fetch } = setUp(Promise.resolve(new Response('early')));
  expect(await textOf(get(PATH, { method: 'POST' }))).toBe('early');
  expect(fetch).not.toHaveBeenCalled();
  expect(await textOf(get(PATH, { method: 'POST' }))).toBe('asked');
});

it('makes a new request for another path or with a body', async () => {
  const { get } = setUp(Promise.resolve(new Response('early')));
  expect(await textOf(get('/api/p/other/galleries/verify', { method: 'POST' }))).toBe('asked');
  expect(await textOf(get(PATH, { method: 'POST', body: '{}' }))).toBe('asked');
});

it('makes a new request if the early one failed', async () => {
  const { get, fetch } = setUp(Promise.reject(new Error('network')));
  expect(await textOf(get(PATH, { method: 'POST' }))).toBe('asked');
  expect(fetch).toHaveBeenCalledTimes(1);
});
