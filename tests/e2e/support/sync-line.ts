import type { Page } from '@playwright/test';

/** The line between a page and the sync server. Call it before the page opens the app. */
export interface SyncLine {
  /** From now on the server refuses this change: it arrives with an argument too many, which no mutator takes. */
  refuse(mutator: string): void;
  /** From now on the page hears nothing of the server, which hears the page. */
  deafen(): void;
  /** From now on the page hears of the server only what `accept` lets through. */
  hold(): void;
  /** Refuses nothing any more, and answers, with all that was held. */
  accept(): void;
}

/** One of Zero's messages: `['push', { mutations: [{ name, args: [{ … }] }] }]`. */
type Push = [type: string, body: { mutations?: { name: string; args: object[] }[] }];

export async function syncLineOf(page: Page): Promise<SyncLine> {
  let refused: string | null = null;
  let isDeaf = false;
  let held: (() => void)[] | null = null;
  await page.routeWebSocket(/\/zero\/sync\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (held) held.push(() => socket.send(message));
      else if (!isDeaf) socket.send(message);
    });
    socket.onMessage((message) => {
      if (refused === null || typeof message !== 'string') return server.send(message);
      const [type, body] = JSON.parse(message) as Push;
      if (type !== 'push') return server.send(message);
      const mutations = body.mutations?.map((mutation) =>
        mutation.name === refused ? { ...mutation, args: [{ ...mutation.args[0], tooMuch: true }] } : mutation,
      );
      return server.send(JSON.stringify([type, { ...body, mutations }]));
    });
  });
  return {
    refuse: (mutator) => void (refused = mutator),
    deafen: () => void (isDeaf = true),
    hold: () => void (held = []),
    accept: () => {
      refused = null;
      isDeaf = false;
      for (const tell of held ?? []) tell();
      held = null;
    },
  };
}
