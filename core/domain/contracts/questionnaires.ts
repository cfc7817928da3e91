import { z } from 'zod';
import { plainText } from './contracts.ts';
import { AppError, type FieldIssue } from '../values/errors.ts';
import { rowId } from '../values/ids.ts';
import { LANGUAGES } from '../values/languages.ts';
import { line } from '../values/primitives.ts';

export const QUESTION_KINDS = ['short', 'long', 'choice', 'choices', 'date', 'yesNo'] as const;
export const questionKind = z.enum(QUESTION_KINDS);
export type QuestionKind = z.infer<typeof questionKind>;

const label = line.min(1).max(300);

/** One text per language; at least one. */
const localizedLabel = z
  .strictObject({ en: label.optional(), es: label.optional(), ca: label.optional() })
  .refine((texts) => LANGUAGES.some((language) => texts[language]));

const option = z.strictObject({ id: rowId, label: localizedLabel });
export const question = z
  .strictObject({
    id: rowId,
    kind: questionKind,
    label: localizedLabel,
    isRequired: z.boolean(),
    /** Options of the kinds `choice` and `choices`, at least two; empty for other kinds. */
    options: z.array(option).max(30),
  })
  .refine(({ kind, options }) => (hasOptions(kind) ? options.length >= 2 : options.length === 0), {
    path: ['options'],
  });
export type Question = z.infer<typeof question>;

export const hasOptions = (kind: QuestionKind): boolean => kind === 'choice' || kind === 'choices';

const MAX_QUESTIONS = 60;

const unique = (items: readonly { id: string }[]) => new Set(items.map(({ id }) => id)).size === items.length;

export const questions = z
  .array(question)
  .min(1)
  .max(MAX_QUESTIONS)
  .refine((all) => unique(all) && unique(all.flatMap(({ options }) => options)));

const questionnaireText = z.strictObject({
  title: label.max(120),
  /** Shown above the questions. */
  intro: plainText.pipe(z.string().max(2000)),
});
export const questionnaireTexts = z
  .strictObject({
    en: questionnaireText.optional(),
    es: questionnaireText.optional(),
    ca: questionnaireText.optional(),
  })
  .refine((texts) => LANGUAGES.some((language) => texts[language]));
export type QuestionnaireTexts = z.infer<typeof questionnaireTexts>;

const templateFields = z.strictObject({ name: line.min(1).max(120), texts: questionnaireTexts, questions });
export const newQuestionnaireTemplate = templateFields.extend({ id: rowId });
export const questionnaireTemplateChanges = templateFields.partial();

/** Maximum number of questionnaire templates per studio, archived ones included. */
export const MAX_QUESTIONNAIRE_TEMPLATES = 50;

/** Text, an option's id, several, `2026-11-21`, or yes and no. */
const answer = z.union([z.string().max(5000), z.array(rowId).max(30), z.boolean()]);
export type Answer = z.infer<typeof answer>;

/** Answers by the question's id. */
export const answers = z.record(rowId, answer).refine((all) => Object.keys(all).length <= MAX_QUESTIONS);
export type Answers = z.infer<typeof answers>;

/** True for a day that exists: `2026-02-30` does not. */
function isDay(value: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(value) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value);
}

/** True if a question counts as not answered. */
function isBlank(value: Answer | undefined): boolean {
  return (
    value === undefined ||
    (typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0)
  );
}

/** Returns why an answer does not fit its question; null if it does. */
function answerProblem(
  { kind, options, isRequired }: Question,
  value: Answer | undefined,
): 'required' | 'invalid' | null {
  if (isBlank(value)) return isRequired ? 'required' : null;
  const isOption = (id: string) => options.some((one) => one.id === id);
  const isValid = {
    short: () => typeof value === 'string' && value.length <= 300 && line.safeParse(value).success,
    long: () => typeof value === 'string' && plainText.safeParse(value).success,
    choice: () => typeof value === 'string' && isOption(value),
    choices: () => Array.isArray(value) && value.every(isOption) && new Set(value).size === value.length,
    date: () => typeof value === 'string' && isDay(value),
    yesNo: () => typeof value === 'boolean',
  }[kind]();
  return isValid ? null : 'invalid';
}

/**
 * Returns the answers to store: those of the questions, without blanks.
 * @throws AppError `validation_failed`, naming each question whose answer is missing or does not fit
 */
export function checkAnswers(all: readonly Question[], given: Answers): Answers {
  const issues: FieldIssue[] = [];
  const kept: Answers = {};
  for (const one of all) {
    const value = given[one.id];
    const problem = answerProblem(one, value);
    if (problem) issues.push({ field: `answers.${one.id}`, code: problem });
    else if (!isBlank(value)) kept[one.id] = typeof value === 'string' ? value.trim() : value!;
  }
  const unknown = Object.keys(given).find((id) => !all.some((one) => one.id === id));
  if (unknown !== undefined) issues.push({ field: `answers.${unknown}`, code: 'unknown' });
  if (issues.length > 0) throw new AppError('validation_failed', { field: issues[0]!.field, issues });
  return kept;
}
