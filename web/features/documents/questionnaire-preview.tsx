import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { documentLanguage } from '#core/domain/contracts/contracts.ts';
import type { Answers, Question, QuestionnaireTexts } from '#core/domain/contracts/questionnaires.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { QuestionField } from '#web/components/fields/question-field.tsx';

interface QuestionnairePreviewProps {
  texts: QuestionnaireTexts;
  questions: readonly Question[];
  language: Language;
}

/** A questionnaire as its client sees it in a language. It can be tried; nothing of it is kept. */
export function QuestionnairePreview({ texts, questions, language }: QuestionnairePreviewProps) {
  const { t } = useTranslation('documents');
  const { language: studio } = useAccount();
  const [answers, setAnswers] = useState<Answers>({});
  const shown = documentLanguage(texts, language, studio);
  const { title = '', intro = '' } = texts[shown] ?? {};
  const say = (label: Question['label']) => label[documentLanguage(label, shown, studio)] ?? '';
  return (
    <section aria-label={t('preview')} className="flex min-w-0 flex-col gap-4">
      <h2 className="text-lead font-semibold">{t('preview')}</h2>
      <div lang={shown} className="flex flex-col gap-6 rounded-control border border-line bg-raised p-5 md:p-8">
        <h3 className="text-lead font-semibold wrap-anywhere">{title || t('documentTitle')}</h3>
        {intro && <p className="measure whitespace-pre-line">{intro}</p>}
        {questions
          .filter(({ label }) => say(label) !== '')
          .map((question) => (
            <QuestionField
              key={question.id}
              question={{
                ...question,
                label: say(question.label),
                options: question.options.map(({ id, label }) => ({ id, label: say(label) })),
              }}
              value={answers[question.id]}
              error={undefined}
              yes={t('session.yes')}
              no={t('session.no')}
              onChange={(answer) => setAnswers({ ...answers, [question.id]: answer })}
            />
          ))}
      </div>
    </section>
  );
}
