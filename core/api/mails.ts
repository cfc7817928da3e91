import { z } from 'zod';

/**
 * True to send a mail to an address whose mails bounced, because it is right: once a day for an address, ten times for a
 * studio.
 */
export const again = z.boolean();
