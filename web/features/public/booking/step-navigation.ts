import { useSyncExternalStore } from 'react';
import type { StudioSite } from '../shell/routes.ts';

/*
 * Each step of a booking has an address of its own, so that Back, reloading and sharing do what people expect of them.
 * The other public pages are page loads of their own; here what was typed and held stays on the page.
 */

const listeners = new Set<() => void>();
let moved = false;

function tell(): void {
  moved = true;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('popstate', tell);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('popstate', tell);
  };
}

/** Path and query as they are now, wherever the visitor goes. */
export function useBookingLocation(): { path: string; query: URLSearchParams } {
  const address = useSyncExternalStore(subscribe, () => location.pathname + location.search);
  const [path = '', query] = address.split('?');
  return { path, query: new URLSearchParams(query) };
}

interface GoOptions {
  /** Instead of the step that is shown: Back does not lead to it any more. */
  replace?: boolean;
  /** Kept with the step over reloads, and shown to nobody. */
  state?: object;
}

/** Goes to another step without loading the page anew. */
export function navigateStep(href: string, { replace = false, state }: GoOptions = {}): void {
  if (replace) history.replaceState(state ?? null, '', href);
  else history.pushState(state ?? null, '', href);
  tell();
}

/** Whether the step that is shown was gone to, rather than loaded. True once: for what is to be done on arrival. */
export function consumeNavigation(): boolean {
  const arrived = moved;
  moved = false;
  return arrived;
}

/** A booking's own page, and its steps. */
export const manageBookingHref = (site: StudioSite, token: string, step?: 'time' | 'cancel') =>
  `${site.base}/booking/${encodeURIComponent(token)}${step ? `?step=${step}` : ''}`;
