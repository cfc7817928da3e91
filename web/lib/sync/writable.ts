import { createContext, use } from 'react';

const WritableContext = createContext(true);

export const WritableProvider = WritableContext.Provider;

/** False while Zero refuses writes: forms keep their edits and disable saving. True outside of a store. */
export function useWritable(): boolean {
  return use(WritableContext);
}
