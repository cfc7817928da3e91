import { useEffect, useEffectEvent } from 'react';
import { useForm, type DefaultValues, type FieldValues, type Path, type UseFormProps } from 'react-hook-form';
import { useDirtyFields } from './use-typed-fields.ts';

/**
 * A form of react-hook-form over something stored, see `useTypedFields`.
 * @param key names the form and what it is about, such as `customer:{customerId}`; null where nothing is to be kept
 * @param saved what is stored now: exactly the form's fields
 */
export function useStoredForm<T extends FieldValues>(
  key: string | null,
  saved: T,
  options: Pick<UseFormProps<T>, 'resolver' | 'mode'> = {},
) {
  const fields = useDirtyFields(key, saved);
  const { values, change } = fields;
  const form = useForm<T>({ ...options, defaultValues: values as DefaultValues<T> });
  const { subscribe, getValues, setValue } = form;

  const typed = useEffectEvent((name: string | undefined, all: T) => {
    // Without a name it is not a person who types.
    if (name !== undefined) change({ [name]: all[name] } as Partial<T>);
  });
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ name, values: all }) => typed(name, all) }),
    [subscribe],
  );

  // What others saved, what was taken of theirs, and what is stored of this form's own.
  const shown = JSON.stringify(values);
  const show = useEffectEvent(() => {
    const now = getValues();
    for (const name of Object.keys(values) as Path<T>[]) {
      if (JSON.stringify(now[name]) !== JSON.stringify(values[name])) setValue(name, values[name]);
    }
  });
  useEffect(() => show(), [shown]);
  return { form, ...fields };
}
