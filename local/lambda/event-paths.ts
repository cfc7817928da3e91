/** Path at which the bucket reports stored originals. */
export const S3_EVENTS_PATH = '/__events/s3';
/** Path at which the mailbox reports bounces and complaints. */
export const MAIL_EVENTS_PATH = '/__events/mail';
