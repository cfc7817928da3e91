import type { Row as RowOf } from '@rocicorp/zero';
import { useTranslation } from 'react-i18next';
import { documentLanguage } from '#core/domain/contracts/contracts.ts';
import type { Answer, Question } from '#core/domain/contracts/questionnaires.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import type { Schema } from '#core/zero/schema.ts';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import { DocumentItem } from './document-item.tsx';

type QuestionnaireRow = RowOf<Schema['tables']['questionnaires']>;

/** A questionnaire of a session with its answers. */
export function QuestionnaireItem({ questionnaire }: { questionnaire: QuestionnaireRow }) {
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
              resend: () => mutators.questionnaires.resend({ id, now: Date.now() }),
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
