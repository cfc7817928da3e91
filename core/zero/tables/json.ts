import type { ReadonlyJSONValue } from '@rocicorp/zero';

/** A `jsonb` column that a CHECK holds to be an object; its shape is the zod schema of the noun. */
export type JsonObject = { readonly [key: string]: ReadonlyJSONValue };
