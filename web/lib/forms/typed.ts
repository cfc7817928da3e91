import { z } from 'zod';

/** A number as typed; an empty field is no number. */
export const typedNumber = z.string().transform((typed) => (typed.trim() === '' ? Number.NaN : Number(typed)));

/** A choice that may be empty, which is null. */
export const typedChoice = z.string().transform((typed) => typed || null);
