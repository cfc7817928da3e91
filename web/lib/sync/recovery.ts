import type { ConnectionState, Zero } from '@rocicorp/zero';
import { useCallback, useEffect, useState } from 'react';
import { MINUTE_MS, SECOND_MS } from '#core/domain/values/durations.ts';
import { backoff, type BackoffBounds } from '../backoff.ts';
import { useEventCallback } from '../browser/use-event-callback.ts';

/** What the recovery knows of the connection. */
export interface Facts {
  name: ConnectionState['name'];
  /** The session's token, which the next attempt sends. */
  token: string;
  /** True while connected, after the first sync of this connection. */
  isSynced: boolean;
  /** True if only a reload of the page helps. */
  needsReload: boolean;
}

interface RecoveryOptions {
  /** Replaces a refused token; a new one reconnects automatically. */
  renew: (refused: string) => void;
  /** Connects with the session's token. */
  reconnect: () => void;
  random?: () => number;
}

/** Delays before the attempts after an error: some 5 s for the first ones, more under a broken server. */
export const ERROR_BOUNDS: BackoffBounds = { first: SECOND_MS / 2, max: MINUTE_MS };
/** Delays before the attempts after a refusal, and the renewal that did not help. */
const REFUSED_BOUNDS: BackoffBounds = { first: 5 * SECOND_MS, max: 5 * MINUTE_MS };
/** A connection that is synced for this time has ended the series of failures, in milliseconds. */
export const LASTING_MS = MINUTE_MS;

/**
 * Reconnects after the store gave up. Zero 1.9 treats every unexpected response of the server as final, even temporary
 * ones: a zero-cache that is processing a page's queries when the socket breaks rejects the next socket once ("no
 * validated connection is available"). Zero itself obeys the bounds that a busy server gives.
 *
 * A refused token is renewed once in a series of failures, and again only if that gave no new one. The series
 * ends with a sync that lasts: zero-cache accepts a socket before it checks the token.
 */
export class Recovery {
  readonly #options: RecoveryOptions;
  #failure: 'error' | 'needs-auth' | null = null;
  /** Attempts of this series. */
  #attempts = 0;
  /** The first token of this series that was refused. */
  #refused: string | null = null;
  #syncedAt: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: RecoveryOptions) {
    this.#options = options;
  }

  observe({ name, token, isSynced, needsReload }: Facts): void {
    if (isSynced) this.#syncedAt ??= Date.now();
    else {
      if (this.#syncedAt !== null && Date.now() - this.#syncedAt >= LASTING_MS) this.#begin();
      this.#syncedAt = null;
    }
    const now = (name === 'error' && !needsReload) || name === 'needs-auth' ? name : null;
    if (now === this.#failure) return;
    this.#failure = now;
    clearTimeout(this.#timer);
    if (now === 'error') this.#plan(ERROR_BOUNDS);
    if (now !== 'needs-auth') return;
    this.#refused ??= token;
    if (this.#refused === token) this.#options.renew(token);
    this.#plan(REFUSED_BOUNDS);
  }

  /** A person asked: connects now, and a refusal renews the token once more. */
  restart(): void {
    this.#begin();
    this.#options.reconnect();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#failure = null;
  }

  #begin(): void {
    this.#attempts = 0;
    this.#refused = null;
  }

  #plan(bounds: BackoffBounds): void {
    const { reconnect, random = Math.random } = this.#options;
    this.#timer = setTimeout(reconnect, backoff(this.#attempts, bounds, random));
    this.#attempts += 1;
  }
}

/**
 * Reconnects a store that gave up, see `Recovery`. Returns a function that connects immediately.
 * @param renewToken see `renewSession`
 */
export function useRecovery(
  zero: Pick<Zero, 'connection'>,
  { name, token, isSynced, needsReload }: Facts,
  renewToken: (refused: string) => Promise<void>,
): () => void {
  const renew = useEventCallback((refused: string) => void renewToken(refused));
  const reconnect = useEventCallback(() => void zero.connection.connect({ auth: token }));
  const [recovery] = useState(() => new Recovery({ renew, reconnect }));
  useEffect(() => {
    recovery.observe({ name, token, isSynced, needsReload });
  }, [recovery, name, token, isSynced, needsReload]);
  useEffect(() => () => recovery.stop(), [recovery]);
  return useCallback(() => recovery.restart(), [recovery]);
}
