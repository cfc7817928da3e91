import { createContext, use } from 'react';
import type { PublicApi } from './public-api.ts';

/** The visitor's calls, for what stands deep inside a gallery's page. */
export const ApiContext = createContext<PublicApi | null>(null);

export function useApi(): PublicApi {
  const api = use(ApiContext);
  if (!api) throw new Error('useApi needs an ApiContext above it');
  return api;
}
