import type { BrowserContext } from '@playwright/test';

/** What a browser complained about: errors in its console, exceptions nobody caught. */
export interface Faults {
  /** Watches every page of a context. */
  watch(context: BrowserContext): void;
  /**
   * Names a refusal that the test provokes: Chromium writes every answer from 400 on into the console, and a page
   * cannot keep it from doing so. Nothing else of the kind is excused.
   */
  allowStatus(status: number, path: string | RegExp): void;
  /** The same for a mutation that the server refuses: Zero writes its answer there, beside handing it to the screen. */
  allowRefusedMutation(name: string): void;
  /** The same for a mutation that is given up with its store, as somebody signs out before its answer. */
  allowGivenUp(name: string): void;
  /** The same for whoever is signed out, or taken out of a studio: endpoints and queries refuse them from then on. */
  allowShutOut(status: 401 | 403): void;
  /** The same for requests that cannot be sent, while the test has taken the network away. */
  allowOffline(): void;
  /** The same for a window whose replica another one deletes, as it signs out: Zero's client goes without, and says so. */
  allowVanishedReplica(): void;
  /** The same for what a screen throws while it is drawn, and a boundary catches: React says so all the same. */
  allowCaught(error: RegExp): void;
  /** What was not excused. */
  unexpected(): string[];
}

/**
 * zero-cache 1.9 refuses a socket once when the one before it broke while its queries were being worked on, as a page
 * that is left after a moment does. The store connects again by itself (web/lib/sync/use-reconnect.ts), and every test goes
 * on to see what it waits for; Zero's client still writes it down.
 */
const PASSING_REFUSAL = /No validated connection is available for shared query work/;

/** Playwright and axe look into every frame by a script, also into a mail's preview, in which none may run. */
const TOOLS_SHUT_OUT = /^Blocked script execution in 'about:srcdoc' because the document's frame is sandboxed/;

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
      context.on('console', (message) => {
        if (message.type() === 'error') faults.push({ text: message.text(), url: message.location().url });
      });
      context.on('weberror', (error) => {
        faults.push({ text: error.error().stack ?? error.error().message, url: error.page()?.url() ?? '' });
      });
    },
    allowStatus(status, path) {
      const answer = `Failed to load resource: the server responded with a status of ${status}`;
      excused.push(({ text, url }) => text.startsWith(answer) && pathOf(url).search(path) >= 0);
    },
    allowRefusedMutation(name) {
      excused.push(({ text }) => text.includes(`Mutator "${name}" app error`));
    },
    allowGivenUp(name) {
      excused.push(({ text }) => text.includes(`Mutator "${name}" error on server`) && text.includes('zero.close()'));
    },
    allowShutOut(status) {
      this.allowStatus(status, /^\/api\//);
      // Zero says so itself for its queries.
      excused.push(({ text }) => text.includes('TransformFailed') && text.includes(`non-OK status ${status}`));
    },
    allowOffline() {
      excused.push(({ text }) => text.includes('net::ERR_INTERNET_DISCONNECTED'));
      // Zero says so itself for each attempt.
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
