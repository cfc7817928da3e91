import { z } from 'zod';
import {
  stepContent,
  type StepContent,
  type StepFields,
  type StepKind,
  stepMail,
  stepTiming,
  type StepUnit,
} from '#core/domain/sessions/automations.ts';
import { findUnknownFields } from '#core/domain/messages/message-templates.ts';
import { type Language, LANGUAGES } from '#core/domain/values/languages.ts';

/** Time of a step: the anchors, with the three sides of the shoot. */
export const STEP_SIDES = ['booked', 'before', 'day', 'after', 'delivered'] as const;
export type StepSide = (typeof STEP_SIDES)[number];

/** Values of the step form. */
export interface StepValues {
  kind: StepKind;
  side: StepSide;
  amount: string;
  unit: StepUnit;
  /** `10:00`. */
  time: string;
  texts: Readonly<Record<Language, { subject: string; body: string }>>;
  task: string;
  questionnaireId: string;
}

const NO_TEXT = { subject: '', body: '' };

export const EMPTY_STEP: StepValues = {
  kind: 'mail',
  side: 'before',
  amount: '3',
  unit: 'days',
  time: '10:00',
  texts: { en: NO_TEXT, es: NO_TEXT, ca: NO_TEXT },
  task: '',
  questionnaireId: '',
};

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

export function toStepValues({ timing, content }: StepFields): StepValues {
  const { anchor, offsetUnit, offsetAmount, timeOfDay } = timing;
  const side = offsetAmount < 0 ? 'before' : offsetAmount === 0 && offsetUnit === 'days' ? 'day' : 'after';
  return {
    kind: content.kind,
    side: anchor === 'shoot' ? side : anchor,
    amount: side === 'day' ? EMPTY_STEP.amount : String(Math.abs(offsetAmount)),
    unit: offsetUnit,
    time: clock(timeOfDay),
    texts: content.kind === 'mail' ? { ...EMPTY_STEP.texts, ...content.settings.texts } : EMPTY_STEP.texts,
    task: content.kind === 'checklist' ? content.settings.text : '',
    questionnaireId: content.kind === 'questionnaire' ? content.settings.templateId : '',
  };
}

/** Faults of a text: `{kind}` names one of `automations:step.wrong`, or of `mails:` for a text's subject or body. */
type TextFault = 'half' | 'subjectLong' | 'bodyLong' | 'unknownField';

/** Returns the fault of one language's text; null if it is empty or valid. */
export function textFault({ subject, body }: { subject: string; body: string }): TextFault | null {
  const isEmpty = [subject, body].map((text) => text.trim() === '');
  if (isEmpty.every(Boolean)) return null;
  if (isEmpty.some(Boolean)) return 'half';
  if (!stepMail.shape.subject.safeParse(subject).success) return 'subjectLong';
  if (!stepMail.shape.body.safeParse(body).success) return 'bodyLong';
  return findUnknownFields('automation', `${subject} ${body}`).length > 0 ? 'unknownField' : null;
}

export type StepField = 'amount' | 'time' | 'texts' | 'task' | 'questionnaireId';

/** Reads the form for the mutators. */
export const stepForm = z.custom<StepValues>().transform((values, context): StepFields => {
  const { side, unit, amount, time } = values;
  const refuse = (field: StepField) => context.addIssue({ code: 'custom', path: [field] });
  const [hour, minute] = time.split(':').map(Number);
  const size = side === 'day' ? 0 : amount.trim() === '' ? Number.NaN : Number(amount);
  const isOfShoot = side === 'before' || side === 'day' || side === 'after';
  const timing = stepTiming.safeParse({
    anchor: isOfShoot ? 'shoot' : side,
    offsetUnit: side === 'day' ? 'days' : unit,
    // A step zero days or hours before or after the shoot would read as another.
    offsetAmount: size === 0 && (side === 'before' || side === 'after') ? Number.NaN : side === 'before' ? -size : size,
    timeOfDay: time ? hour! * 60 + minute! : Number.NaN,
  });
  const content = stepContent.safeParse(contentOf(values));
  for (const { path } of timing.error?.issues ?? []) refuse(path[0] === 'timeOfDay' ? 'time' : 'amount');
  const isTextWrong = values.kind === 'mail' && LANGUAGES.some((language) => textFault(values.texts[language]));
  if (!content.success || isTextWrong) refuse(FIELD_OF[values.kind]);
  return timing.success && content.success ? { timing: timing.data, content: content.data } : z.NEVER;
});

const FIELD_OF: Readonly<Record<StepKind, StepField>> = {
  mail: 'texts',
  checklist: 'task',
  questionnaire: 'questionnaireId',
  balance: 'texts',
};

function contentOf({ kind, texts, task, questionnaireId }: StepValues): StepContent {
  switch (kind) {
    case 'mail': {
      const written = LANGUAGES.filter((language) => texts[language].subject.trim() || texts[language].body.trim());
      return { kind, settings: { texts: Object.fromEntries(written.map((language) => [language, texts[language]])) } };
    }
    case 'checklist':
      return { kind, settings: { text: task } };
    case 'questionnaire':
      return { kind, settings: { templateId: questionnaireId } };
    case 'balance':
      return { kind, settings: {} };
  }
}
