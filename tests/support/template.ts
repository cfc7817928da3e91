declare module 'vitest' {
  interface ProvidedContext {
    /** The server of this run, as the role that owns the schema; see global-setup.ts. */
    postgresUrl: string;
  }
}

/** Template database that `createDatabase` clones. No connection may use it: PostgreSQL clones idle databases only. */
export const TEMPLATE = 'template_albumen';
