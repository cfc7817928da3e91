import { z } from 'zod';

/** Steps of a new studio, in their order on the home screen. */
export const FIRST_STEPS = ['gallery', 'profile', 'logo', 'type', 'availability'] as const;
const firstStep = z.enum(FIRST_STEPS);
export type FirstStep = z.infer<typeof firstStep>;

/** Setting `firstSteps`: the steps that the studio has dismissed. */
export const firstStepsSetting = z.strictObject({ dismissed: z.array(firstStep).max(FIRST_STEPS.length) });

const stored = z.object({ dismissed: z.array(z.string()) });

/** Returns the dismissed steps of the stored setting; none for any other value. */
export function readDismissedSteps(value: unknown): readonly string[] {
  return stored.safeParse(value).data?.dismissed ?? [];
}
