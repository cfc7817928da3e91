import { text } from './text.ts';

export const MAX_NOTES = 10_000;

/** What a studio writes down for itself, of a client or of a session. */
export const notes = text.max(MAX_NOTES);
