import { type FormEvent, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedBooking } from '#core/api/managed-booking.ts';
import type { ShownQuestionnaire } from '#core/api/contracts.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { readStored, removeStored, writeStored } from '#web/lib/browser/storage.ts';
import { isUnanswered, QuestionField } from '#web/components/fields/question-field.tsx';
import { useFocusFirstError } from '#web/lib/forms/use-focus-first-error.ts';
import { isFailure, useFailureText } from '../../shell/failure.ts';
import type { BookingApi } from '../booking-api.ts';
import { DocumentPage } from './document-page.tsx';
import type { StepLayoutProps } from '../step-page.tsx';
import { useRequest } from '../../shell/use-request.ts';

type Answers = ShownQuestionnaire['answers'];

interface QuestionsStepProps extends StepLayoutProps {
  api: BookingApi;
  token: string;
  id: string;
  booking: ManagedBooking;
  onAnswered: () => Promise<void>;
}

/** A questionnaire. What is typed is kept on this device until it is sent. */
export function QuestionsStep({ site, studio, api, token, id, onAnswered }: QuestionsStepProps) {
  const { t } = useTranslation('booking');
  const load = useCallback(() => api.questionnaire(token, id), [api, token, id]);
  const { data, failure, retry } = useRequest(load);
  const [latest, setLatest] = useState<ShownQuestionnaire | null>(null);
  const questionnaire = latest ?? data;
  const answered = async (now: ShownQuestionnaire) => {
    setLatest(now);
    window.scrollTo(0, 0);
    await onAnswered().catch(() => undefined);
  };
  const frame = { site, studio, token, failure, onRetry: retry, missing: t('questions.missing') };
  return (
    <DocumentPage {...frame} title={questionnaire?.title ?? null}>
      {questionnaire && (
        <>
          {questionnaire.isAnswered && (
            <Banner tone="success">
              {t('questions.sent', { studio: studio.name })}{' '}
              {questionnaire.canAnswer ? t('questions.canChange') : t('questions.final')}
            </Banner>
          )}
          {questionnaire.intro && <p className="measure whitespace-pre-line">{questionnaire.intro}</p>}
          <Questions {...{ api, token, questionnaire }} onAnswered={answered} />
        </>
      )}
    </DocumentPage>
  );
}

interface QuestionsProps extends Pick<QuestionsStepProps, 'api' | 'token'> {
  questionnaire: ShownQuestionnaire;
  onAnswered: (questionnaire: ShownQuestionnaire) => Promise<void>;
}

const draftKey = (id: string) => `questions:${id}`;

/** Returns the answers that were typed on this device, else those that were sent. */
function readDraft({ id, answers }: ShownQuestionnaire): Answers {
  const stored = readStored(draftKey(id));
  return stored !== null && typeof stored === 'object' ? { ...answers, ...(stored as Answers) } : answers;
}

function Questions({ api, token, questionnaire, onAnswered }: QuestionsProps) {
  const { t } = useTranslation('booking');
  const failureText = useFailureText();
  const { form, refuse } = useFocusFirstError();
  const { id, questions, language, canAnswer, isAnswered } = questionnaire;
  const [answers, setAnswers] = useState(() => readDraft(questionnaire));
  const [isChecked, setChecked] = useState(false);
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const wrong = new Map(
    (isFailure(refusal, 'validation_failed') ? (refusal.params.issues ?? []) : []).map(({ field, code }) => [
      field.replace('answers.', ''),
      code,
    ]),
  );
  const errorOf = (question: ShownQuestionnaire['questions'][number]) => {
    if (wrong.get(question.id) === 'invalid') return t('questions.invalid');
    return isChecked && question.isRequired && isUnanswered(answers[question.id]) ? t('questions.required') : undefined;
  };
  const change = (questionId: string, answer: Answers[string]) => {
    const next = { ...answers, [questionId]: answer };
    setAnswers(next);
    writeStored(draftKey(id), next);
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (questions.some((one) => one.isRequired && isUnanswered(answers[one.id]))) return refuse();
    setSending(true);
    setRefusal(null);
    try {
      const given = Object.entries(answers).filter(([key]) => questions.some((one) => one.id === key));
      await onAnswered(await api.answer(token, id, Object.fromEntries(given)));
      removeStored(draftKey(id));
      setChecked(false);
    } catch (error) {
      setRefusal(error);
    }
    setSending(false);
  };
  return (
    <form ref={form} noValidate onSubmit={(event) => void send(event)}>
      <fieldset disabled={!canAnswer} className="flex flex-col gap-6">
        <div lang={language} className="flex flex-col gap-6">
          {questions.map((question) => (
            <QuestionField
              key={question.id}
              question={question}
              value={answers[question.id]}
              error={errorOf(question)}
              yes={t('questions.yes')}
              no={t('questions.no')}
              onChange={(answer) => change(question.id, answer)}
            />
          ))}
        </div>
        {refusal !== null && (
          <Banner tone="danger">
            {isFailure(refusal, 'validation_failed') ? t('questions.wrong') : failureText(refusal)}
          </Banner>
        )}
        {canAnswer && (
          <div className="flex flex-col items-start gap-3">
            <Button type="submit" variant="primary" loading={isSending}>
              {isAnswered ? t('questions.update') : t('questions.submit')}
            </Button>
            {!isAnswered && <p className="text-caption text-soft">{t('questions.kept')}</p>}
          </div>
        )}
        {!canAnswer && !isAnswered && <p className="text-soft">{t('questions.closed')}</p>}
      </fieldset>
    </form>
  );
}
