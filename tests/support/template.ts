declare module 'vitest' {
  interface ProvidedContext {
    /** The server of this run, as the role that owns the schema; see global-setup.ts. */
    postgresUrl: string;
  }
}

/** Template databases that tests clone, before and after our migrations. No connection may use one: PostgreSQL clones idle databases only. */
export const BARE_TEMPLATE = 'template_bare';
export const TEMPLATE = 'template_albumen';
