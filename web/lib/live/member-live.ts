import { MEMBER_RENEWAL_MS } from '#core/domain/galleries/live.ts';
import { Live } from './live-connection.ts';

/** Returns a connection as a member of an account. `getToken` returns a fresh token; null while signed out. */
export function memberLive(accountId: string, getToken: () => Promise<string | null>): Live {
  return new Live({
    query: async () => {
      const token = await getToken();
      return token === null ? null : { token, channel: 'backoffice', accountId };
    },
    token: getToken,
    renewalMs: MEMBER_RENEWAL_MS,
  });
}
