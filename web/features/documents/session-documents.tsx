import type { Row as RowOf } from '@rocicorp/zero';
import { useQuery } from '@rocicorp/zero/react';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { documentLanguage } from '#core/domain/contracts/contracts.ts';
import type { Answer, Question } from '#core/domain/contracts/questionnaires.ts';
import { fitsStatus } from '#core/domain/messages/messages.ts';
import { BOOKED_STATUSES, type SessionStatus } from '#core/domain/sessions/sessions.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import type { Schema } from '#core/zero/schema.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import { newId } from '#web/lib/ids.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { ContractItem } from './contract-item.tsx';
import { DocumentItem } from './document-item.tsx';
import { useSendContract } from './use-send-contract.tsx';

/** Contracts and questionnaires of a session: what was sent, signed and answered, and what can be sent. */
export function SessionDocuments({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation('documents');
  const { role } = useAccount();
  const [session] = useQuery(queries.sessions.byId({ id: sessionId }));
  if (!session) return null;
  const { contracts, questionnaires } = session;
  const maySend = can(role, 'sessions.write') && BOOKED_STATUSES.includes(session.status);
  const isEmpty = contracts.length === 0 && questionnaires.length === 0;
  if (isEmpty && !maySend) return null;
  return (
    <PageSection title={t('session.title')} action={maySend && <SendMenu session={session} />}>
      {isEmpty ? (
        <p className="text-soft">{t('session.empty')}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {contracts.map((contract) => (
            <ContractItem key={contract.id} contract={contract} session={session} />
          ))}
          {questionnaires.map((questionnaire) => (
            <QuestionnaireItem key={questionnaire.id} questionnaire={questionnaire} status={session.status} />
          ))}
        </ul>
      )}
    </PageSection>
  );
}

const questionnaireToSend = (sessionId: string, templateId: string) =>
  mutators.questionnaires.send({ id: newId(), sessionId, templateId, now: Date.now() });

function SendMenu({ session }: { session: Parameters<typeof useSendContract>[0] }) {
  const { t } = useTranslation('documents');
  const mutate = useMutation();
  const [contracts] = useQuery(queries.contracts.templates());
  const [questionnaires] = useQuery(queries.questionnaires.templates());
  const { send, refusal } = useSendContract(session);
  const ask = (templateId: string) =>
    void mutate(questionnaireToSend(session.id, templateId), { done: t('session.sent') });
  const items = (
    rows: readonly { id: string; name: string; archivedAt: number | null }[],
    sent: (id: string) => void,
  ) =>
    rows
      .filter(({ archivedAt }) => archivedAt === null)
      .map(({ id, name }) => ({ label: name, writes: true, onSelect: () => sent(id) }));
  const groups = [
    {
      label: t('session.sendContract'),
      items: items(contracts, send),
    },
    {
      label: t('session.sendQuestionnaire'),
      items: items(questionnaires, ask),
    },
  ].filter((group) => group.items.length > 0);
  if (groups.length === 0) return null;
  return (
    <>
      <Menu
        trigger={
          <Button size="small" variant="quiet" icon={<Plus />} writes>
            {t('session.send')}
          </Button>
        }
        groups={groups}
      />
      {refusal}
    </>
  );
}

type QuestionnaireRow = RowOf<Schema['tables']['questionnaires']>;

/** A questionnaire of a session with its answers. */
function QuestionnaireItem({ questionnaire, status }: { questionnaire: QuestionnaireRow; status: SessionStatus }) {
  const { t } = useTranslation('documents');
  const { role } = useAccount();
  const format = useFormat();
  const language = useLanguage();
  const { id, texts, questions, answers, sentAt, submittedAt } = questionnaire;
  const say = (label: Question['label']) => label[documentLanguage(label, language, language)] ?? '';
  const textOf = ({ kind, options }: Question, answer: Answer | undefined): string => {
    if (answer === undefined) return t('session.blank');
    if (typeof answer === 'boolean') return answer ? t('session.yes') : t('session.no');
    if (kind === 'date' && typeof answer === 'string') return format.day(Date.parse(`${answer}T12:00:00`));
    if (kind === 'choice' || kind === 'choices') {
      return options
        .filter((option) => [answer].flat().includes(option.id))
        .map((option) => say(option.label))
        .join(', ');
    }
    return String(answer);
  };
  return (
    <DocumentItem
      title={texts[documentLanguage(texts, language, language)]?.title}
      state={
        <Tag tone={submittedAt === null ? 'warning' : 'success'}>
          {submittedAt === null
            ? t('session.unanswered')
            : t('session.answered', { date: format.span({ start: submittedAt }) })}
        </Tag>
      }
      pending={
        submittedAt === null && can(role, 'sessions.write')
          ? {
              resend: fitsStatus('questionnaire', status)
                ? () => mutators.questionnaires.resend({ id, now: Date.now() })
                : null,
              remove: () => mutators.questionnaires.remove({ id, now: Date.now() }),
              removeLabel: t('session.remove'),
              removed: t('session.removedDone'),
            }
          : null
      }
    >
      {submittedAt === null ? (
        <p className="text-caption text-soft">{t('session.sentOn', { date: format.span({ start: sentAt }) })}</p>
      ) : (
        <dl className="flex flex-col gap-3">
          {questions.map((question) => (
            <div key={question.id}>
              <dt className="text-caption text-soft wrap-anywhere">{say(question.label)}</dt>
              <dd className="whitespace-pre-line wrap-anywhere">{textOf(question, answers[question.id])}</dd>
            </div>
          ))}
        </dl>
      )}
    </DocumentItem>
  );
}
