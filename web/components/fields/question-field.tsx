import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Field, FieldError } from '#web/components/ui/inputs/field.tsx';
import { Textarea, TextInput } from '#web/components/ui/inputs/text-input.tsx';

/** A question in one language. */
interface Question {
  id: string;
  kind: 'short' | 'long' | 'date' | 'choices' | 'choice' | 'yesNo';
  label: string;
  isRequired: boolean;
  options: readonly { id: string; label: string }[];
}

/** A text, the ids of options, or yes or no. */
type Answer = string | string[] | boolean;

/** True for a question without an answer, as in core/domain/contracts/questionnaires.ts, whose schemas this page does not load. */
export function isUnanswered(value: Answer | undefined): boolean {
  if (value === undefined) return true;
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0;
}

interface QuestionFieldProps {
  question: Question;
  value: Answer | undefined;
  error: string | undefined;
  /** Texts of the answers to a yes-or-no question. */
  yes: string;
  no: string;
  onChange: (answer: Answer) => void;
}

/** One question with the control of its kind. */
export function QuestionField({ question, value, error, yes, no, onChange }: QuestionFieldProps) {
  const { kind, label, options, isRequired } = question;
  const text = typeof value === 'string' ? value : '';
  const chosen = Array.isArray(value) ? value : [];
  const field = { label, error, ...(isRequired ? { required: true } : { optional: true }) };
  const toggle = (id: string, isOn: boolean) =>
    onChange(options.map((one) => one.id).filter((one) => (one === id ? isOn : chosen.includes(one))));
  switch (kind) {
    case 'short':
      return (
        <Field {...field}>
          <TextInput value={text} maxLength={300} onChange={({ target }) => onChange(target.value)} />
        </Field>
      );
    case 'long':
      return (
        <Field {...field}>
          <Textarea value={text} maxLength={5000} rows={4} onChange={({ target }) => onChange(target.value)} />
        </Field>
      );
    case 'date':
      return (
        <Field {...field}>
          <TextInput type="date" value={text} onChange={({ target }) => onChange(target.value)} />
        </Field>
      );
    case 'choices':
      return (
        <Choices question={question} error={error}>
          {options.map((option) => (
            <Checkbox
              key={option.id}
              label={option.label}
              checked={chosen.includes(option.id)}
              onChange={(isOn) => toggle(option.id, isOn)}
            />
          ))}
        </Choices>
      );
    case 'choice':
      return (
        <Choices question={question} error={error}>
          {options.map((option) => (
            <Radio
              key={option.id}
              name={question.id}
              label={option.label}
              isChosen={value === option.id}
              onChoose={() => onChange(option.id)}
            />
          ))}
        </Choices>
      );
    case 'yesNo':
      return (
        <Choices question={question} error={error}>
          {([true, false] as const).map((answer) => (
            <Radio
              key={String(answer)}
              name={question.id}
              label={answer ? yes : no}
              isChosen={value === answer}
              onChoose={() => onChange(answer)}
            />
          ))}
        </Choices>
      );
  }
}

function Choices({
  question: { label, isRequired },
  error,
  children,
}: {
  question: Question;
  error: string | undefined;
  children: ReactNode;
}) {
  const { t } = useTranslation('common');
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined} className="flex min-w-0 flex-col">
      <legend className="text-caption font-medium wrap-anywhere">
        {label}
        {!isRequired && <span className="font-normal text-soft">{` (${t('optional')})`}</span>}
      </legend>
      {children}
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}

interface RadioProps {
  name: string;
  label: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Radio({ name, label, isChosen, onChoose }: RadioProps) {
  return (
    <label className="flex min-h-control items-start gap-3 py-2.5">
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        className="thumb mt-0.5 size-5 shrink-0 accent-accent"
      />
      <span className="wrap-anywhere">{label}</span>
    </label>
  );
}
