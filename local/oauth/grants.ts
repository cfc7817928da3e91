import { randomBytes } from 'node:crypto';
import type { EmailState, ProviderAccount } from './accounts.ts';

/** What somebody agreed to on the consent page. */
export type Grant = {
  redirectUri: string;
  scopes: string[];
  /** Stands in the identity token again; empty when the client sent none. */
  nonce: string;
  /** The client wants to act while nobody is there, and gets a refresh token. */
  offline: boolean;
  account: ProviderAccount;
  emailState: EmailState;
};

/** Codes and access tokens of one provider, in memory: a restart ends them, as it ends every flow under way. */
export type Grants = {
  /** A code that can be spent once, within ten minutes. */
  issueCode(prefix: string, grant: Grant): string;
  /** The grant behind a code that was not spent; null for every other. */
  spendCode(code: string): Grant | null;
  /** An access token for so many seconds. */
  issueToken(prefix: string, grant: Grant, seconds: number): string;
  /** The grant behind a token that has not expired. */
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
