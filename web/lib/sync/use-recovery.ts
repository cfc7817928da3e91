import type { Zero } from '@rocicorp/zero';
import { useCallback, useEffect, useState } from 'react';
import { useAuth } from '../auth/auth-session.tsx';
import { useEventCallback } from '../browser/use-event-callback.ts';
import { type Facts, Recovery } from './recovery.ts';

/** Reconnects a store that gave up, see `Recovery`. Returns a function that connects immediately. */
export function useRecovery(zero: Pick<Zero, 'connection'>, { name, token, isSynced, needsReload }: Facts): () => void {
  const auth = useAuth();
  const renew = useEventCallback((refused: string) => void auth.renew(refused));
  const reconnect = useEventCallback(() => void zero.connection.connect({ auth: token }));
  const [recovery] = useState(() => new Recovery({ renew, reconnect }));
  useEffect(() => {
    recovery.observe({ name, token, isSynced, needsReload });
  }, [recovery, name, token, isSynced, needsReload]);
  useEffect(() => () => recovery.stop(), [recovery]);
  return useCallback(() => recovery.restart(), [recovery]);
}
