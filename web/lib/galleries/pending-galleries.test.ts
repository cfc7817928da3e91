import { expect, test } from 'vitest';
import { trackPendingGallery, waitForGallery } from './pending-galleries.ts';

test('a gallery that was not made here is there already', async () => {
  await expect(waitForGallery('old')).resolves.toBeUndefined();
});

test('uploads into a new gallery wait for the server, also for its refusal', async () => {
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
