import { randomBytes } from 'node:crypto';
import type { EmailState, ProviderAccount } from './accounts.ts';

/** A person's consent. */
export type Grant = {
  redirectUri: string;
  scopes: string[];
  /** Repeated in the identity token; '' if the client sent none. */
  nonce: string;
  /** The client requested offline access, and gets a refresh token. */
  offline: boolean;
  account: ProviderAccount;
  emailState: EmailState;
};

/** Codes and access tokens of one provider, in memory: a restart invalidates them. */
export type Grants = {
  /** Returns a single-use code, valid for ten minutes. */
  issueCode(prefix: string, grant: Grant): string;
  /** Consumes a code and returns its grant; null for an invalid one. */
  spendCode(code: string): Grant | null;
  /** Returns an access token that is valid for `seconds`. */
  issueToken(prefix: string, grant: Grant, seconds: number): string;
  /** Returns the grant of a valid token, else null. */
  findToken(token: string): Grant | null;
};

const CODE_SECONDS = 600;

export function createGrants(now: () => Date): Grants {
  const codes = new Map<string, { grant: Grant; endsAt: number }>();
  const tokens: typeof codes = new Map();

  function issue(into: typeof codes, prefix: string, grant: Grant, seconds: number): string {
    const time = now().getTime();
    for (const [key, { endsAt }] of into) if (endsAt <= time) into.delete(key);
    const key = prefix + randomBytes(48).toString('base64url');
    into.set(key, { grant, endsAt: time + seconds * 1_000 });
    return key;
  }

  function find(among: typeof codes, key: string): Grant | null {
    const found = among.get(key);
    return found && now().getTime() < found.endsAt ? found.grant : null;
  }

  return {
    issueCode: (prefix, grant) => issue(codes, prefix, grant, CODE_SECONDS),
    spendCode(code) {
      const grant = find(codes, code);
      codes.delete(code);
      return grant;
    },
    issueToken: (prefix, grant, seconds) => issue(tokens, prefix, grant, seconds),
    findToken: (token) => find(tokens, token),
  };
}
