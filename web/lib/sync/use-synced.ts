import type { ConnectionState, Zero } from '@rocicorp/zero';
import { useQuery } from '@rocicorp/zero/react';
import { useEffect, useState } from 'react';
import { queries } from '#core/zero/queries.ts';

/**
 * True while connected, after the first sync of this connection. The result of `useQuery` does not tell: it stays
 * complete from an earlier connection.
 */
export function useSynced(zero: Pick<Zero, 'run'>, name: ConnectionState['name']): boolean {
  // Keeps the query that tells active, so that the next line adds none.
  useQuery(queries.accounts.current());
  const [isSynced, setSynced] = useState(false);
  useEffect(() => {
    if (name !== 'connected') return;
    let isCurrent = true;
    zero.run(queries.accounts.current(), { type: 'complete' }).then(
      () => isCurrent && setSynced(true),
      // The server refused the query, or the store was closed.
      () => {},
    );
    return () => {
      isCurrent = false;
      setSynced(false);
    };
  }, [zero, name]);
  return isSynced && name === 'connected';
}
