import { createContext, type ReactNode, use } from 'react';
import { type ApiClient, ApiError } from './api-client.ts';
import { referenceOf } from './trace.ts';

const ApiContext = createContext<ApiClient | null>(null);

export function ApiProvider({ api, children }: { api: ApiClient; children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

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
