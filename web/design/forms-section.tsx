import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Combobox } from '#web/components/ui/inputs/combobox.tsx';
import { DateField } from '#web/components/ui/inputs/date-field.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { MoneyInput } from '#web/components/ui/inputs/money-input.tsx';
import { SearchInput } from '#web/components/ui/inputs/search-input.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { Slider } from '#web/components/ui/inputs/slider.tsx';
import { PasswordInput, Textarea, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import type { Amount } from '#web/lib/forms/amount.ts';
import { people } from './samples.ts';

const zone = 'Europe/Madrid';

export function FormsSection() {
  const { t } = useTranslation('design');
  const format = useFormat();
  const [client, setClient] = useState<string | null>(null);
  const [added, setAdded] = useState<readonly string[]>([]);
  const [price, setPrice] = useState<Amount>(125_000);
  const [search, setSearch] = useState('');
  const [opacity, setOpacity] = useState(60);
  const [expires, setExpires] = useState('2026-12-21');
  const [starts, setStarts] = useState('2026-11-21T10:00');
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label={t('forms.name')} hint={t('forms.nameHint')} required>
        <TextInput defaultValue={t('type.title')} />
      </Field>
      <Field label={t('forms.email')} error={t('forms.emailError')}>
        <TextInput type="email" defaultValue="ana@" />
      </Field>
      <Field label={t('forms.password')}>
        <PasswordInput autoComplete="off" defaultValue="albumen-print" />
      </Field>
      <Field label={t('forms.client')} hint={t('forms.clientHint')}>
        <Combobox
          options={[...people, ...added.map((name) => ({ value: name, label: name }))]}
          value={client}
          onChange={setClient}
          onCreate={(name) => {
            setAdded([...added, name]);
            setClient(name);
          }}
        />
      </Field>
      <Field label={t('forms.currency')}>
        <Select
          defaultValue=""
          placeholder={t('forms.choose')}
          options={['EUR', 'USD'].map((code) => ({ value: code, label: code }))}
        />
      </Field>
      <Field label={t('forms.price')} optional>
        <MoneyInput value={price} onChange={setPrice} />
      </Field>
      <DateField label={t('forms.expires')} value={expires} onChange={setExpires} zone={zone} />
      <DateField label={t('forms.starts')} value={starts} onChange={setStarts} zone={zone} withTime />
      <Field label={t('forms.notes')}>
        <Textarea defaultValue={t('forms.notesValue')} />
      </Field>
      <Field label={t('forms.disabled')}>
        <TextInput disabled defaultValue="marina-vidal" />
      </Field>
      <SearchInput value={search} onChange={setSearch} />
      <Slider
        label={t('forms.opacity')}
        value={opacity}
        onChange={setOpacity}
        min={5}
        max={100}
        text={format.percent(opacity / 100)}
      />
    </div>
  );
}
