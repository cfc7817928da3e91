import { z } from 'zod';
import { newGallery } from '../galleries/galleries.ts';
import { rowId } from '../values/ids.ts';
import { instant, money } from '../values/primitives.ts';
import { MAX_SECTIONS, sectionName } from '../galleries/sections.ts';
import { newSession, sessionStatus } from '../sessions/sessions.ts';

/** Rows per import step. A step is atomic, so an interrupted import resumes at the next step. */
export const MAX_IMPORT_STEP = 200;

const billing = z
  .strictObject({
    price: money,
    deposit: money.optional(),
    dueDate: instant.nullable().optional(),
    /** Paid elsewhere: nothing is due. */
    waived: z.boolean().optional(),
  })
  .refine(({ price, deposit = 0 }) => deposit <= price, { path: ['deposit'] });

/** A session of another program or an export, in any status. */
export const importedSession = newSession.extend({ status: sessionStatus, billing: billing.optional() });
export type ImportedSession = z.infer<typeof importedSession>;

/** A gallery without photos: a draft with empty sections. */
export const importedGallery = newGallery.extend({
  sections: z
    .array(z.strictObject({ id: rowId, name: sectionName }))
    .max(MAX_SECTIONS)
    .optional(),
});
export type ImportedGallery = z.infer<typeof importedGallery>;
