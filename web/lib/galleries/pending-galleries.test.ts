import { expect, test } from 'vitest';
import { trackPendingGallery, waitForGallery } from './pending-galleries.ts';

test('resolves immediately for a gallery that was not created here', async () => {
  await expect(waitForGallery('old')).resolves.toBeUndefined();
});

test('waits for the server’s result of a new gallery, also for a rejection', async () => {
  for (const settle of ['resolve', 'reject'] as const) {
    const { promise, ...server } = Promise.withResolvers<void>();
    trackPendingGallery(settle, promise);
    let confirmed = false;
    const waiting = waitForGallery(settle).then(() => (confirmed = true));
    await Promise.resolve();
    expect(confirmed).toBe(false);
    server[settle]();
    await waiting;
    expect(confirmed).toBe(true);
  }
});
