import { expect, test } from 'vitest';
import { galleryConfirmed, rememberUnconfirmed } from './unconfirmed.ts';

test('a gallery that was not made here is there already', async () => {
  await expect(galleryConfirmed('old')).resolves.toBeUndefined();
});

test('uploads into a new gallery wait for the server, also for its refusal', async () => {
  for (const settle of ['resolve', 'reject'] as const) {
    const { promise, ...server } = Promise.withResolvers<void>();
    rememberUnconfirmed(settle, promise);
    let confirmed = false;
    const waiting = galleryConfirmed(settle).then(() => (confirmed = true));
    await Promise.resolve();
    expect(confirmed).toBe(false);
    server[settle]();
    await waiting;
    expect(confirmed).toBe(true);
  }
});
