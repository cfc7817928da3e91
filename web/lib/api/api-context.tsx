import { createContext, type ReactNode, use } from 'react';
import { type ApiClient, ApiError } from './api-client.ts';
import { referenceOf } from './trace.ts';

const ApiContext = createContext<ApiClient | null>(null);

/** Asks the person to sign in again. @returns true once they have, false if they gave up */
export type SignInAgain = (byMail: boolean) => Promise<boolean>;
const SignInAgainContext = createContext<SignInAgain>(async () => false);

interface ApiProviderProps {
  api: ApiClient;
  /** For what is no call of the API; `api` asks automatically. */
  signInAgain: SignInAgain;
  children: ReactNode;
}

export function ApiProvider({ api, signInAgain, children }: ApiProviderProps) {
  return (
    <SignInAgainContext value={signInAgain}>
      <ApiContext value={api}>{children}</ApiContext>
    </SignInAgainContext>
  );
}

export const useSignInAgain = (): SignInAgain => use(SignInAgainContext);

export function useApi(): ApiClient {
  const api = use(ApiContext);
  if (!api) throw new Error('useApi needs an ApiProvider above it');
  return api;
}

/** Returns what a person may quote to support after an error that an API call threw; undefined for an expected one. */
export function errorReference(error: unknown): string | undefined {
  return error instanceof ApiError ? referenceOf(error.params) : undefined;
}

/** Returns the `errors:` code of an error that an API call threw. */
export function errorCode(error: unknown): string {
  return error instanceof ApiError ? error.code : 'unknown';
}
