import { useSyncExternalStore } from 'react';
import type { StudioSite } from '../shell/routes.ts';

/*
 * Each booking step has its own URL, so that Back, reload and sharing work as usual. Steps change without a page load:
 * the form and the hold stay in memory.
 */

const listeners = new Set<() => void>();
let moved = false;

function notifyListeners(): void {
  moved = true;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('popstate', notifyListeners);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('popstate', notifyListeners);
  };
}

/**
 * Returns the current path and query; re-renders on navigation.
 * @param initial path without query, as the server's HTML shows it
 */
export function useBookingLocation(initial: string): { path: string; query: URLSearchParams } {
  const address = useSyncExternalStore(
    subscribe,
    () => location.pathname + location.search,
    () => initial,
  );
  const [path = '', query] = address.split('?');
  return { path, query: new URLSearchParams(query) };
}

interface GoOptions {
  /** Replaces the current history entry: Back skips it. */
  replace?: boolean;
  /** History state of the step; survives reloads and is never shown. */
  state?: object;
}

/** Navigates to another step without a page load. */
export function navigateStep(href: string, { replace = false, state }: GoOptions = {}): void {
  if (replace) history.replaceState(state ?? null, '', href);
  else history.pushState(state ?? null, '', href);
  notifyListeners();
}

/** Returns true once after a navigation to the shown step; false after a page load. */
export function consumeNavigation(): boolean {
  const hasNavigated = moved;
  moved = false;
  return hasNavigated;
}

/**
 * Returns the URL of the manage-booking page or one of its steps.
 * @param id of the step's contract or questionnaire
 */
export const manageBookingHref = (
  site: StudioSite,
  token: string,
  step?: 'time' | 'cancel' | 'contract' | 'questions',
  id?: string,
) => `${site.base}/booking/${encodeURIComponent(token)}${step ? `?step=${step}${id ? `&id=${id}` : ''}` : ''}`;

/** Returns the page on which the client withdraws from the contract. */
export const withdrawalHref = (slug: string, token: string) =>
  `/api/p/${encodeURIComponent(slug)}/bookings/${encodeURIComponent(token)}/withdrawal`;
