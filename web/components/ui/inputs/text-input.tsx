import { clsx } from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';
import { useFieldControl } from './field.tsx';

/** Classes shared by text inputs, selects and similar controls. */
export const inputClass = [
  'w-full min-h-control rounded-control border border-edge bg-raised px-3 text-text text-ink transition-colors',
  'placeholder:text-soft hover:border-ink focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent',
  'aria-invalid:border-danger aria-invalid:focus:outline-danger disabled:opacity-50 [&[readonly]]:bg-sunken',
].join(' ');

export type TextInputProps = ComponentProps<'input'>;

/** Accepts every prop of an <input>; spread `input(name)` of `useForm` into it. */
export function TextInput({ className, ...rest }: TextInputProps) {
  return <input type="text" {...useFieldControl()} {...rest} className={clsx(inputClass, className)} />;
}

type TextareaProps = ComponentProps<'textarea'>;

/** Grows with its text where the browser supports `field-sizing`; resizable elsewhere. */
export function Textarea({ className, ...rest }: TextareaProps) {
  return (
    <textarea
      rows={3}
      {...useFieldControl()}
      {...rest}
      className={clsx(inputClass, 'field-sizing-content max-h-96 resize-y py-2.5', className)}
    />
  );
}

/** Set `autoComplete="current-password"` or `"new-password"` for password managers. */
export function PasswordInput(props: Omit<TextInputProps, 'type'> & { autoComplete: string }) {
  const { t } = useTranslation('common');
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <TextInput {...props} type={shown ? 'text' : 'password'} spellCheck={false} className="pr-12" />
      <IconButton
        label={t(shown ? 'hidePassword' : 'showPassword')}
        icon={shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 text-soft"
      />
    </div>
  );
}
