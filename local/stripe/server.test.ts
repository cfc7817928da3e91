import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startStripe } from './server.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'albumen-stripe-'));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

it('survives a state that cannot be saved, and saves it once it can', async () => {
  const file = join(folder, 'missing', 'stripe.json');
  const webhook = { url: 'http://127.0.0.1:1/', secret: 'whsec_test' };
  const stripe = await startStripe({ port: 0, secretKey: 'sk_test', webhook, file });
  expect(() => vi.advanceTimersByTime(1000)).not.toThrow();
  expect(console.error).toHaveBeenCalled();
  mkdirSync(join(folder, 'missing'));
  vi.advanceTimersByTime(1000);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ events: [] });
  rmSync(join(folder, 'missing'), { recursive: true });
  await stripe.close();
});
