import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextInput } from './text-input.tsx';

interface SearchInputProps {
  value: string;
  onChange: (text: string) => void;
  /** Accessible name and placeholder. Default "Search". */
  label?: string;
}

export function SearchInput({ value, onChange, label }: SearchInputProps) {
  const { t } = useTranslation('common');
  const name = label ?? t('search');
  // Keep the typed text locally: the value often comes from the address, which is updated later, and typing must not
  // lag or lose letters.
  const [typed, setTyped] = useState<string | null>(null);
  if (typed === value) setTyped(null);
  return (
    <search className="relative min-w-0 grow sm:max-w-80">
      <Search aria-hidden className="absolute inset-y-0 left-3 my-auto size-4 text-soft" strokeWidth={1.75} />
      <TextInput
        type="search"
        aria-label={name}
        placeholder={name}
        value={typed ?? value}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(target.value);
        }}
        onBlur={() => setTyped(null)}
        className="pl-9"
      />
    </search>
  );
}
