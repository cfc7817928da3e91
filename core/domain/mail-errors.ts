import type { ErrorCode } from './errors.ts';

/** Why a mail was given up: the mailbox will not have it, or it could not be sent for hours. */
export type MailError = Extract<ErrorCode, 'mail_refused' | 'mail_failed'>;
