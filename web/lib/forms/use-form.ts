import { type ChangeEvent, type FormEvent, useState } from 'react';
import { useFocusFirstError } from './use-focus-first-error.ts';

/** Values of a form and how they change: a draft (`useDraft`), or `useFields` for what no draft may keep. */
export interface Fields<T extends object> {
  values: T;
  change: (changes: Partial<T>) => void;
}

/** Values of a form that are gone with it, such as a password. */
export function useFields<T extends object>(start: T | (() => T)): Fields<T> {
  const [values, setValues] = useState(start);
  return { values, change: (changes) => setValues((now) => ({ ...now, ...changes })) };
}

/** A schema of zod, zod/mini or `readFields`. The first part of an issue's path is a field; its message is the error. */
interface Schema<Read> {
  safeParse: (
    values: unknown,
  ) =>
    | { success: true; data: Read }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
}

/**
 * Returns a schema without zod, for pages whose first script has none.
 * @param readers return what a field's value means; null if the value is wrong
 */
export function readFields<T extends object>(readers: {
  [Name in keyof T]: (value: string) => T[Name] | null;
}): Schema<T> {
  return {
    safeParse: (values) => {
      const names = Object.keys(readers) as (keyof T & string)[];
      const read = names.map((name) => [name, readers[name]((values as Record<string, string>)[name]!)] as const);
      const issues = read.flatMap(([name, value]) => (value === null ? [{ path: [name], message: 'invalid' }] : []));
      return issues.length > 0
        ? { success: false, error: { issues } }
        : { success: true, data: Object.fromEntries(read) as T };
    },
  };
}

type TextName<T> = { [Name in keyof T]: T[Name] extends string ? Name : never }[keyof T] & string;

/**
 * Checks a form when it is submitted. Errors are shown from a refused submission until the next accepted one, and follow
 * what is typed.
 * @param schema reads the values for the request
 * @param act submits what `schema` has read; `refuse` says that the server has refused a field's value
 */
export function useForm<T extends object, Read>(
  { values, change }: Fields<T>,
  schema: Schema<Read>,
  act: (read: Read, refuse: (name: keyof T, reason: string) => void) => unknown,
) {
  const [isChecked, setChecked] = useState(false);
  const [isSubmitting, setSubmitting] = useState(false);
  const [refused, setRefused] = useState<{ name: keyof T; value: unknown; reason: string } | null>(null);
  const { form: formRef, refuse: focusFirstError } = useFocusFirstError();
  const result = schema.safeParse(values);
  const fault = (name: keyof T) =>
    result.success ? undefined : result.error.issues.find(({ path }) => path[0] === name)?.message;
  /** Marks and focuses a field whose value was refused, until another one is typed. */
  const refuse = (name: keyof T, reason: string) => {
    setRefused({ name, value: values[name], reason });
    focusFirstError();
  };
  const run = async () => {
    setRefused(null);
    setChecked(!result.success);
    if (!result.success) return focusFirstError();
    setSubmitting(true);
    try {
      await act(result.data, refuse);
    } finally {
      setSubmitting(false);
    }
  };
  return {
    /** The form's `onSubmit`. It focuses the first wrong field, or acts. */
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      formRef.current = event.currentTarget;
      void run();
    },
    isSubmitting,
    /** True if the form was refused, and still would be. */
    isWrong: isChecked && !result.success,
    /** What the schema has read; undefined while a field is wrong. */
    read: result.success ? result.data : undefined,
    /** Message of a wrong field, before it is submitted too. */
    fault,
    /** Message of a wrong field once it was submitted. */
    error: (name: keyof T) => (isChecked ? fault(name) : undefined),
    /** Why a field's value was refused. */
    refusal: (name: keyof T) => (refused?.name === name && refused.value === values[name] ? refused.reason : undefined),
    refuse,
    /** Attributes of a text field or a `Select`. */
    input: (name: TextName<T>) => ({
      name: name as string,
      value: values[name] as string,
      onChange: ({ target }: ChangeEvent<{ value: string }>) => change({ [name]: target.value } as Partial<T>),
    }),
  };
}

/** A form over `T`, for a component that shows a part of it. */
export type FormOf<T extends object> = ReturnType<typeof useForm<T, unknown>>;
