import { expect, test } from 'vitest';
import { LANGUAGES } from '../values/languages.ts';
import { makeId } from '../values/make-id.ts';
import { QUESTIONNAIRE_STARTERS, questionnaireStarter } from './questionnaire-starters.ts';
import { newQuestionnaireTemplate } from './questionnaires.ts';

const newId = () => makeId((bytes) => crypto.getRandomValues(bytes));

test.each(QUESTIONNAIRE_STARTERS)(
  'the questions for %s can be stored, and are written in every language',
  (starter) => {
    const made = questionnaireStarter(starter, newId);
    expect(newQuestionnaireTemplate.safeParse({ id: newId(), name: 'Before', ...made }).error).toBeUndefined();
    for (const language of LANGUAGES) {
      expect(made.texts[language]?.title).toBeTruthy();
      for (const { label, options } of made.questions) {
        for (const text of [label, ...options.map((option) => option.label)]) expect(text[language]).toBeTruthy();
      }
    }
  },
);
