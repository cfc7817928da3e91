import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.tsx';
import { TextInput, type TextInputProps } from './text-input.tsx';

/** Give `autoComplete="current-password"` or `"new-password"`, so that password managers know which. */
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
