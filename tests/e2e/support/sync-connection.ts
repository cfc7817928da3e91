import type { Page } from '@playwright/test';

/** Controls the connection between a page and the sync server. Call it before the page opens the app. */
export interface SyncControl {
  /**
   * Makes the server refuse this mutation from now on: it is sent with an extra argument, which every mutator rejects.
   */
  refuse(mutator: string): void;
  /** Drops the page's mutations from now on. */
  mute(): void;
  /** Drops the server's messages from now on, but for the acknowledgement of a connection; the page's still pass. */
  deafen(): void;
  /** Ends the connection; the page opens another one. */
  cut(): void;
  /** Holds the server's messages from now on until `accept`. */
  hold(): void;
  /** Refuses and drops nothing any more, and delivers held messages. */
  accept(): void;
}

/** A push message of Zero: `['push', { mutations: [{ name, args: [{ … }] }] }]`. */
type Push = [type: string, body: { mutations?: { name: string; args: object[] }[] }];

export async function controlSync(page: Page): Promise<SyncControl> {
  let refused: string | null = null;
  let isMute = false;
  let isDeaf = false;
  let held: (() => void)[] | null = null;
  let cut = () => {};
  await page.routeWebSocket(/\/zero\/sync\//, (socket) => {
    const server = socket.connectToServer();
    cut = () => void Promise.all([socket.close(), server.close()]);
    let isAcknowledged = false;
    // A connection that has missed a message stays deaf: a page cannot use the rest of a change without its beginning.
    let hasMissed = false;
    server.onMessage((message) => {
      // A page that gets no acknowledgement sends nothing.
      const isFirst = !isAcknowledged;
      isAcknowledged = true;
      if (held) held.push(() => socket.send(message));
      else if (hasMissed || (isDeaf && !isFirst)) hasMissed = true;
      else socket.send(message);
    });
    socket.onMessage((message) => {
      if ((refused === null && !isMute) || typeof message !== 'string') return server.send(message);
      const [type, body] = JSON.parse(message) as Push;
      if (type !== 'push') return server.send(message);
      if (isMute) return;
      const mutations = body.mutations?.map((mutation) =>
        mutation.name === refused ? { ...mutation, args: [{ ...mutation.args[0], tooMuch: true }] } : mutation,
      );
      return server.send(JSON.stringify([type, { ...body, mutations }]));
    });
  });
  return {
    refuse: (mutator) => void (refused = mutator),
    mute: () => void (isMute = true),
    deafen: () => void (isDeaf = true),
    cut: () => cut(),
    hold: () => void (held = []),
    accept: () => {
      refused = null;
      isMute = false;
      isDeaf = false;
      for (const tell of held ?? []) tell();
      held = null;
    },
  };
}
