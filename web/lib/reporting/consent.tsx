import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { CONSENT_VERSION } from '#core/domain/studio/consents.ts';
import type { PublicConfig } from '../env.ts';
import { useEventCallback } from '../browser/use-event-callback.ts';
import { useAsyncValue } from '../use-async-value.ts';
import { hasReporting } from './has-reporting.ts';
import { isTrackingRefused, startReporting } from './reporting.ts';

/** A stored decision. */
export interface Decision {
  version: number;
  granted: boolean;
  /** Epoch milliseconds. */
  decidedAt: number;
}

export interface ConsentStore {
  /** Returns the latest decision; null if there is none. */
  load: () => Promise<Decision | null>;
  save: (granted: boolean) => Promise<Decision>;
}

export interface Consent {
  /**
   * `unavailable`: there is nobody to report to. `refused-by-browser`: Global Privacy Control or Do Not Track. `unknown`:
   * not loaded, or not decided about the current text; only `isAsked` shows the question then.
   */
  status: 'unavailable' | 'refused-by-browser' | 'unknown' | 'granted' | 'refused';
  /** True once it is known that the person has not decided. */
  isAsked: boolean;
  decidedAt: number | null;
  /** Takes effect immediately here and in all other windows. @throws if it could not be stored */
  decide: (granted: boolean) => Promise<void>;
}

const NONE: Consent = { status: 'unavailable', isAsked: false, decidedAt: null, decide: () => Promise.resolve() };

const ConsentContext = createContext<Consent>(NONE);

export const useConsent = (): Consent => use(ConsentContext);

/** Returns a function that stores a decision, and whether that is under way or has failed. */
export function useDecide() {
  const { decide } = useConsent();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const choose = useCallback(
    async (granted: boolean) => {
      setBusy(true);
      setFailed(
        await decide(granted).then(
          () => false,
          () => true,
        ),
      );
      setBusy(false);
    },
    [decide],
  );
  return { choose, busy, failed };
}

/** Tells other windows to read the decision again. */
const CHANNEL = 'albumen-consent';

interface ConsentProviderProps {
  config: PublicConfig;
  /** A constant. */
  store: ConsentStore;
  routePattern: () => string;
  children: ReactNode;
}

/** Asks for consent where third parties are configured, and reports to them while it is granted. */
export function ConsentProvider({ config, store, routePattern, children }: ConsentProviderProps) {
  const isAvailable = hasReporting(config);
  const isRefused = isAvailable && isTrackingRefused();
  const needsDecision = isAvailable && !isRefused;
  // Undefined without an answer: nothing is asked and nothing starts.
  const { value: decision, setValue: setDecision, reload } = useAsyncValue(needsDecision ? store.load : null);

  useEffect(() => {
    if (!needsDecision) return;
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', () => {
      // Nothing until the new decision is known.
      setDecision(undefined);
      reload();
    });
    return () => channel.close();
  }, [needsDecision, setDecision, reload]);

  const isCurrentText = decision?.version === CONSENT_VERSION;
  const isGranted = needsDecision && isCurrentText && decision.granted;
  const pattern = useEventCallback(routePattern);
  useEffect(() => {
    if (isGranted) return startReporting(config, pattern);
    return undefined;
  }, [isGranted, config, pattern]);

  const decide = useCallback(
    async (granted: boolean) => {
      // Withdrawing takes effect even if it cannot be stored now.
      if (!granted) setDecision((before) => (before ? { ...before, granted } : before));
      const saved = await store.save(granted);
      setDecision(saved);
      const channel = new BroadcastChannel(CHANNEL);
      channel.postMessage(null);
      channel.close();
    },
    [store, setDecision],
  );
  const consent = useMemo((): Consent => {
    if (!isAvailable) return NONE;
    if (isRefused) return { ...NONE, status: 'refused-by-browser' };
    const status = isCurrentText ? (decision.granted ? 'granted' : 'refused') : 'unknown';
    const isAsked = decision !== undefined && !isCurrentText;
    return { status, isAsked, decidedAt: isCurrentText ? decision.decidedAt : null, decide };
  }, [isAvailable, isRefused, isCurrentText, decision, decide]);
  return <ConsentContext value={consent}>{children}</ConsentContext>;
}
