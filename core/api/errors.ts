import { z } from 'zod';

/** Body of every failed response. `message` is the English text for integrators; screens translate the code. */
export const errorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    field: z.string().optional(),
    issues: z.array(z.object({ field: z.string(), code: z.string() })).optional(),
    params: z.record(z.string(), z.json()).optional(),
  }),
});
export type ErrorBody = z.infer<typeof errorBody>;
