import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { chooseStepMail, stepContent, type StepKind, type StepSettings } from '#core/domain/sessions/automations.ts';
import { ERROR_CODES, type ErrorCode, mayInsist } from '#core/domain/values/errors.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { type MailKind, messageState, type MessageState, type MessageStatus } from '#core/domain/messages/messages.ts';
import { hideFields } from '#core/domain/messages/message-templates.ts';
import type { SessionStatus } from '#core/domain/sessions/sessions.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { SendAgainDialog } from '#web/components/layout/send-again-dialog.tsx';
import { Tag, type Tone } from '#web/components/ui/feedback/tag.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { customerHref } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

export interface MessageRow {
  readonly id: string;
  readonly kind: MailKind;
  readonly status: MessageStatus;
  readonly recipient: string;
  readonly language: Language;
  readonly dueAt: number;
  readonly sentAt: number | null;
  readonly error: string | null;
  readonly cancelledAt: number | null;
  readonly cancelledBy: string | null;
  readonly customerId: string | null;
  readonly sessionId: string | null;
  readonly session?: { readonly status: SessionStatus } | undefined;
  readonly customer?: { readonly email: string } | undefined;
  /** The contact who gets it; undefined: the client's first one. */
  readonly contact?: { readonly email: string } | undefined;
  /** The step that sent it. */
  readonly runs: readonly {
    readonly step?: { readonly kind: StepKind; readonly settings: StepSettings } | undefined;
  }[];
}

const TONES: Readonly<Record<MessageState, Tone>> = {
  waiting: 'accent',
  needless: 'neutral',
  sending: 'accent',
  sent: 'success',
  reported: 'warning',
  bounced: 'danger',
  failed: 'danger',
  cancelled: 'neutral',
};

const codeOf = (error: string | null): ErrorCode => ERROR_CODES.find((code) => code === error) ?? 'mail_failed';

/** Codes of a mail that was no longer needed. */
const isNeedless = (error: string | null) => error === 'already_signed' || error === 'already_answered';

/** Returns the subject of an automation's mail; null for other mails. */
function useStepSubject({ kind, language, runs }: MessageRow): string | null {
  const { language: ofStudio } = useAccount();
  const step = kind === 'automation' && runs[0]?.step;
  const content = step && stepContent.safeParse({ kind: step.kind, settings: step.settings }).data;
  if (!content || content.kind !== 'mail') return null;
  const mail = chooseStepMail(content.settings.texts, language, ofStudio);
  return mail && hideFields(mail.subject);
}

interface MessageItemProps {
  message: MessageRow;
  /** True outside the client's page: where an address is corrected. */
  linksClient: boolean;
}

/** A mail: kind, recipient, time, status and actions. */
export function MessageItem({ message, linksClient }: MessageItemProps) {
  const { t } = useTranslation(['mails', 'errors']);
  const mutate = useMutation();
  const { role } = useAccount();
  const format = useFormat();
  const now = useNow();
  const { id, kind, status, recipient, dueAt, sentAt, error, cancelledAt } = message;
  const name = useStepSubject(message) ?? t(`kinds.${kind}.name`);
  const state = messageState(message, now);
  const [asksAgain, setAsksAgain] = useState(false);
  const label = {
    waiting: () => t('messages.pendingUntil', { when: format.dateTime(dueAt) }),
    needless: () => t('messages.needless'),
    sending: () => t('messages.pending'),
    sent: () => t('messages.sent', { when: format.dateTime(sentAt ?? dueAt) }),
    reported: () => t('messages.reported'),
    bounced: () => t('messages.bounced'),
    failed: () => t('messages.failed'),
    cancelled: () => t('messages.cancelled'),
  }[state]();
  // A mail goes to the contact's present address: only the one that came back needs insisting.
  const isRefused = mayInsist(error) && ((message.contact ?? message.customer)?.email || recipient) === recipient;
  const retry = (again = false) =>
    void mutate(mutators.messages.retry({ id, again, now: Date.now() }), { done: t('messages.retried') });
  const sendNow = () => mutate(mutators.messages.sendNow({ id, now: Date.now() }), { done: t('messages.hurried') });
  const withdraw = () =>
    mutate(mutators.messages.withdraw({ id, now: Date.now() }), {
      done: t('messages.withdrawDone'),
      undo: () => mutators.messages.undoWithdraw({ id, now: Date.now() }),
    });
  const mayAct = can(role, 'sessions.write');
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-medium">{name}</p>
        <p className="text-caption wrap-anywhere text-soft">{t('messages.to', { address: recipient })}</p>
        <Tag tone={TONES[state]}>{label}</Tag>
        {(status === 'failed' || state === 'reported') && (
          <p className="text-caption text-danger">
            {t(`errors:${codeOf(error)}`)}{' '}
            {linksClient && state === 'bounced' && message.customerId && (
              <Link to={customerHref(message.customerId)}>{t('messages.correct')}</Link>
            )}
          </p>
        )}
        {state === 'needless' && <p className="text-caption text-soft">{t('messages.needlessText')}</p>}
        {status === 'cancelled' && (
          <p className="text-caption text-soft">
            {cancelledAt === null ? (
              t(isNeedless(error) ? `errors:${error}` : 'messages.cancelledText')
            ) : (
              <WithdrawnBy userId={message.cancelledBy} when={format.dateTime(cancelledAt)} />
            )}
          </p>
        )}
      </div>
      {mayAct &&
        message.sessionId !== null &&
        (status === 'pending' || status === 'failed') &&
        state !== 'needless' && (
          <div className="flex flex-wrap gap-2">
            <Button
              variant="quiet"
              aria-label={t('messages.withdrawNamed', { name })}
              writes
              onClick={() => void withdraw()}
            >
              {t('messages.withdraw')}
            </Button>
            {status === 'failed' && (
              <Button
                aria-label={t('messages.retryNamed', { name })}
                writes
                onClick={() => (isRefused ? setAsksAgain(true) : retry())}
              >
                {t('messages.retry')}
              </Button>
            )}
            {state === 'waiting' && (
              <Button aria-label={t('messages.sendNowNamed', { name })} writes onClick={() => void sendNow()}>
                {t('messages.sendNow')}
              </Button>
            )}
          </div>
        )}
      <SendAgainDialog address={recipient} open={asksAgain} onOpenChange={setAsksAgain} onConfirm={() => retry(true)} />
    </li>
  );
}

/** Name of the current or former team member who withdrew the mail. */
function WithdrawnBy({ userId, when }: { userId: string | null; when: string }) {
  const { t } = useTranslation('mails');
  const [members] = useQuery(queries.team.members());
  const member = members.find((one) => one.userId === userId);
  const who = member?.name || member?.email;
  return who ? t('messages.cancelledBy', { who, when }) : t('messages.cancelledNoWho', { when });
}
