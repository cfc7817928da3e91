import type { Context, SQSBatchResponse } from 'aws-lambda';
import { receiveFeedback } from '#functions/jobs/mail-feedback.ts';
import type { Mail } from '#functions/platform/mail.ts';
import { feedbackEvent, type FeedbackKind } from '#local/mail/feedback.ts';
import type { ApiStack } from './api.ts';

/** The account of the function in these tests; the local mailbox sends from the same. */
export const AWS_ACCOUNT = '000000000000';

/** Returns the event that the mailbox reports for a mail. */
export function eventOf(api: ApiStack, mail: Pick<Mail, 'id' | 'to'>, kind: FeedbackKind) {
  const now = new Date(api.clock.now());
  const messageId = `<${mail.id}@albumen.test>`;
  const received = { id: 'ses-1', messageId, to: [mail.to], from: 'studio@albumen.test', subject: 'Photos' };
  const content = { date: now.toISOString(), text: '', html: '', links: [], files: [] };
  return feedbackEvent({ ...received, ...content }, mail.to, kind, now);
}

/** Invokes the function with an event, as its queue does. */
export function receive(api: ApiStack, event: unknown): Promise<SQSBatchResponse> {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const context = { invokedFunctionArn: `arn:aws:lambda:eu-west-1:${AWS_ACCOUNT}:function:mail-events` };
  return receiveFeedback(api.services, { Records: [{ messageId: 'm1', body }] }, context as Context);
}

/** Reports the last mail to this address as bounced or as spam. */
export async function comesBack(api: ApiStack, address: string, kind: FeedbackKind): Promise<void> {
  const mail = api.mails.findLast(({ to }) => to === address);
  if (!mail) throw new Error(`nothing was mailed to ${address}`);
  const { batchItemFailures } = await receive(api, eventOf(api, mail, kind));
  if (batchItemFailures.length > 0) throw new Error('The event is to be tried again');
}
