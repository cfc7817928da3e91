declare module 'vitest' {
  interface ProvidedContext {
    /** The server of this run, as the role that owns the schema; see global-setup.ts. */
    postgresUrl: string;
  }
}

/** The database that `createDatabase` clones. Nobody connects to it: PostgreSQL clones only what is at rest. */
export const TEMPLATE = 'template_albumen';
