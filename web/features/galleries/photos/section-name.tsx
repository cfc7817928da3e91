import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { sectionName } from '#core/domain/sections.ts';
import { TextInput } from '#web/components/ui/text-input.tsx';

interface SectionNameProps {
  name: string;
  onDone: (name: string) => void;
  onCancel: () => void;
}

/** The heading while it is written: Enter or leaving it keeps, Escape does not. */
export function SectionName({ name, onDone, onCancel }: SectionNameProps) {
  const { t } = useTranslation('sections');
  const [text, setText] = useState(name);
  const keep = () => {
    const parsed = sectionName.safeParse(text);
    if (parsed.success) onDone(parsed.data);
    else onCancel();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') keep();
    else if (event.key === 'Escape') onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <TextInput
      aria-label={t('name')}
      value={text}
      maxLength={120}
      // The name was asked for by the press that brought the field.
      ref={focusAll}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={keep}
      className="max-w-96 font-semibold"
    />
  );
}

function focusAll(input: HTMLInputElement | null): void {
  input?.focus({ preventScroll: true });
  input?.select();
}
