import type { Row as RowOf } from '@rocicorp/zero';
import { useTranslation } from 'react-i18next';
import { documentLanguage } from '#core/domain/contracts.ts';
import type { Answer, Question } from '#core/domain/questionnaires.ts';
import { can } from '#core/domain/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import type { Schema } from '#core/zero/schema.ts';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

type QuestionnaireRow = RowOf<Schema['tables']['questionnaires']>;

/** A questionnaire of a session with its answers. */
export function QuestionnaireItem({ questionnaire }: { questionnaire: QuestionnaireRow }) {
  const { t } = useTranslation('documents');
  const { role } = useAccount();
  const mutate = useMutation();
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
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="font-medium wrap-anywhere">{texts[documentLanguage(texts, language, language)]?.title}</p>
        <Tag tone={submittedAt === null ? 'warning' : 'success'}>
          {submittedAt === null
            ? t('session.unanswered')
            : t('session.answered', { date: format.span({ start: submittedAt }) })}
        </Tag>
      </div>
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
      {submittedAt === null && can(role, 'sessions.write') && (
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            writes
            onClick={() =>
              void mutate(mutators.questionnaires.resend({ id, now: Date.now() }), { done: t('session.sent') })
            }
          >
            {t('session.resend')}
          </Button>
          <Button
            size="small"
            variant="quiet"
            writes
            onClick={() =>
              void mutate(mutators.questionnaires.remove({ id, now: Date.now() }), { done: t('session.removedDone') })
            }
          >
            {t('session.remove')}
          </Button>
        </div>
      )}
    </li>
  );
}
