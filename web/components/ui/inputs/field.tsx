import { CircleExclamationPoint } from 'lucide-react';
import { createContext, type ReactNode, use, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';

interface EditConflictProps {
  /** The value that another person saved while this field was edited; undefined if there is none. */
  theirs: string | undefined;
  onTake: () => void;
}

/** Shown below a field with an edit conflict: both values stay until one is saved. */
function EditConflict({ theirs, onTake }: EditConflictProps) {
  const { t } = useTranslation('common');
  return (
    <div role="status" className="text-caption empty:hidden">
      {theirs !== undefined && (
        <div className="flex flex-col items-start gap-2 border-l-2 border-warning py-1 pl-3">
          <p className="text-soft">{t('meanwhile.changed')}</p>
          <p className="max-h-40 w-full overflow-y-auto whitespace-pre-wrap wrap-anywhere">
            {theirs || t('meanwhile.emptied')}
          </p>
          <Button type="button" size="small" onClick={onTake}>
            {t('meanwhile.take')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface FieldControl {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

const FieldContext = createContext<FieldControl | null>(null);

/** Attributes that tie a control to the label, hint and error of its Field. */
export function useFieldControl() {
  const field = use(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
  };
}

interface FieldErrorProps {
  id: string;
  children: ReactNode;
}

/** Validation error of a control, whose `aria-describedby` names its id. */
export function FieldError({ id, children }: FieldErrorProps) {
  return (
    <p id={id} role="alert" className="flex gap-1.5 text-caption text-danger">
      <CircleExclamationPoint aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
      {children}
    </p>
  );
}

export interface FieldProps {
  label: string;
  /** Help before typing. */
  hint?: ReactNode;
  /** Validation error. Replaces the hint visually; screen readers keep both. */
  error?: string | undefined;
  required?: boolean;
  /** Marks the field as optional, if most fields of the form are required. */
  optional?: boolean;
  /** Keeps the label for screen readers only, e.g. in search boxes. */
  hideLabel?: boolean;
  /** Edit conflict with a value that another person saved. */
  conflict?: EditConflictProps | undefined;
  children: ReactNode;
}

/** Label, hint and error of exactly one control, tied together for assistive technology. */
export function Field({
  label,
  hint,
  error,
  required = false,
  optional = false,
  hideLabel = false,
  conflict,
  children,
}: FieldProps) {
  const { t } = useTranslation('common');
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const control = useMemo(
    () => ({ id, describedBy, invalid: Boolean(error), required }),
    [id, describedBy, error, required],
  );
  const take = () => {
    conflict?.onTake();
    // The button disappears with the notice: move the focus to the control.
    document.getElementById(id)?.focus();
  };
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-caption font-medium'}>
        {label}
        {optional && <span className="font-normal text-soft">{` (${t('optional')})`}</span>}
      </label>
      <FieldContext value={control}>{children}</FieldContext>
      {hint && (
        <p id={`${id}-hint`} className="text-caption text-soft">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {conflict && <EditConflict {...conflict} onTake={take} />}
    </div>
  );
}
