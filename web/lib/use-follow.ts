import { useEffect, useRef } from 'react';
import { useWatch, type DefaultValues, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { useMeanwhile } from './meanwhile.ts';

interface Follow<T> {
  /** What is stored now, and what was when it was last looked at. */
  saved: T;
  before: T;
  /** What stands in the form. */
  current: T;
  /** Fields that somebody typed in here. */
  touched: Readonly<Partial<Record<keyof T, unknown>>>;
}

/** Fields that another window has saved and nobody has touched in this one. */
export function fieldsToFollow<T extends object>({ saved, before, current, touched }: Follow<T>): (keyof T)[] {
  const names = Object.keys(saved) as (keyof T)[];
  return names.filter((name) => saved[name] !== before[name] && current[name] === before[name] && !touched[name]);
}

/**
 * Keeps a form in step with what is stored: a field that nobody has touched here shows what another window saved,
 * and saving this form does not bring the old value back. What was typed here stays, whatever arrives.
 * @returns for a Field of it, what somebody else saved while it was typed in here
 */
export function useFollow<T extends FieldValues>(form: UseFormReturn<T>, saved: T) {
  const { getValues, setValue, resetField, formState, control } = form;
  const theirs = useMeanwhile(saved, useWatch({ control }) as T);
  // Read while rendering: react-hook-form keeps count of what is asked for.
  const touched = formState.dirtyFields as Follow<T>['touched'];
  const before = useRef(saved);
  useEffect(() => {
    const names = fieldsToFollow({ saved, before: before.current, current: getValues(), touched });
    for (const name of names as Path<T>[]) setValue(name, saved[name]);
    before.current = saved;
  }, [saved, touched, getValues, setValue]);
  return (name: Path<T>) => ({
    // While it is saved, what is stored is this form's own, but for blanks that were trimmed.
    theirs: formState.isSubmitting ? undefined : (theirs[name] as string | undefined),
    onTake: () => resetField(name, { defaultValue: (saved as DefaultValues<T>)[name] as never }),
  });
}
