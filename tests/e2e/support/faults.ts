import type { BrowserContext, ConsoleMessage, WebError } from '@playwright/test';

/** Errors of a browser: console errors and uncaught exceptions. */
export interface Faults {
  /**
   * Watches every page of a context.
   * @returns a function that ends it
   */
  watch(context: BrowserContext): () => void;
  /**
   * Allows a refusal that the test provokes: Chromium logs every response with status 400 or more to the console, and a
   * page cannot prevent it. No other error is allowed.
   */
  allowStatus(status: number, path: string | RegExp): void;
  /** Allows the log of a mutation that the server refuses: Zero writes it beside passing it to the screen. */
  allowRefusedMutation(name: string): void;
  /** Allows the log of a mutation that is rejected because its store closes, as on sign-out before its result. */
  allowGivenUp(name: string): void;
  /** Allows refusals after sign-out or removal from a studio: endpoints and queries refuse from then on. */
  allowShutOut(status: 401 | 403): void;
  /** Allows failed requests while the test is offline. */
  allowOffline(): void;
  /** Allows Zero's log of a replica that another window deleted on sign-out. */
  allowVanishedReplica(): void;
  /** Allows React's log of an error that is thrown during rendering and caught by an error boundary. */
  allowCaught(error: RegExp): void;
  /** Errors that no rule allows. */
  unexpected(): string[];
}

/**
 * zero-cache 1.9 refuses a socket once when the previous one broke while its queries were processed, as happens when a
 * page is left immediately; and it asks a page to reconnect (`Rehome`) that reaches its view while the view is closing.
 * The store reconnects automatically (web/lib/sync/recovery.ts), and every test still waits for its result; Zero's
 * client logs both anyway.
 */
const PASSING_REFUSAL = /No validated connection is available for shared query work|ProtocolError: Reconnect required/;

/** Playwright and axe run a script in every frame, also in a mail's preview, whose sandbox forbids scripts. */
const TOOLS_SHUT_OUT = /^Blocked script execution in 'about:srcdoc' because the document's frame is sandboxed/;

/** Chromium's reasons for a socket that was answered with a status. */
const REFUSED_SOCKET: Readonly<Record<number, string>> = {
  401: 'HTTP Authentication failed',
  403: 'Unexpected response code: 403',
};

interface Fault {
  text: string;
  url: string;
}

export function createFaults(): Faults {
  const faults: Fault[] = [];
  const excused: ((fault: Fault) => boolean)[] = [
    ({ text }) => PASSING_REFUSAL.test(text) || TOOLS_SHUT_OUT.test(text),
  ];
  return {
    watch(context) {
      const onConsole = (message: ConsoleMessage) => {
        if (message.type() === 'error') faults.push({ text: message.text(), url: message.location().url });
      };
      const onError = (error: WebError) => {
        faults.push({ text: error.error().stack ?? error.error().message, url: error.page()?.url() ?? '' });
      };
      context.on('console', onConsole).on('weberror', onError);
      return () => void context.off('console', onConsole).off('weberror', onError);
    },
    allowStatus(status, path) {
      const answer = `Failed to load resource: the server responded with a status of ${status}`;
      excused.push(({ text, url }) => text.startsWith(answer) && pathOf(url).search(path) >= 0);
      // The product socket refuses the same people as the API, when it connects again.
      const reason = REFUSED_SOCKET[status];
      if (reason)
        excused.push(({ text }) => /^WebSocket connection to '[^']*\/ws\?/.test(text) && text.includes(reason));
    },
    allowRefusedMutation(name) {
      excused.push(({ text }) => text.includes(`Mutator "${name}" app error`));
    },
    allowGivenUp(name) {
      excused.push(({ text }) => text.includes(`Mutator "${name}" error on server`) && text.includes('zero.close()'));
    },
    allowShutOut(status) {
      this.allowStatus(status, /^\/api\//);
      // Zero logs its refused queries itself.
      excused.push(({ text }) => text.includes('TransformFailed') && text.includes(`non-OK status ${status}`));
    },
    allowOffline() {
      excused.push(({ text }) => text.includes('net::ERR_INTERNET_DISCONNECTED'));
      // Zero logs each failed attempt itself.
      excused.push(({ text }) =>
        /Failed to connect .*(WebSocket connection closed abruptly|Server ping request failed)/.test(text),
      );
    },
    allowVanishedReplica() {
      excused.push(({ text }) => text.includes('Expected IndexedDB not found'));
    },
    allowCaught(error) {
      excused.push(({ text }) => error.test(text));
    },
    unexpected: () =>
      faults.filter((fault) => !excused.some((excuse) => excuse(fault))).map(({ text, url }) => `${text} (${url})`),
  };
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}
