import type { ReadonlyJSONValue } from '@rocicorp/zero';

/** A `jsonb` column that a CHECK restricts to objects; the zod schema of the noun defines its shape. */
export type JsonObject = { readonly [key: string]: ReadonlyJSONValue };
