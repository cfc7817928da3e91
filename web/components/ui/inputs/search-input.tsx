import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextInput } from './text-input.tsx';

interface SearchInputProps {
  value: string;
  onChange: (text: string) => void;
  /** What is searched: the accessible name and the placeholder. Default "Search". */
  label?: string;
}

export function SearchInput({ value, onChange, label }: SearchInputProps) {
  const { t } = useTranslation('common');
  const name = label ?? t('search');
  // What is searched is often in the address, which follows a moment later: no letter waits for it, or is lost to it.
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
