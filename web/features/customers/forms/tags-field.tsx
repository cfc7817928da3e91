import { X } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { changedTags, MAX_TAGS, tag as tagSchema } from '#core/domain/customers.ts';
import { Combobox } from '#web/components/ui/combobox.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { normalizeForSearch } from '#web/lib/fold.ts';

interface TagsFieldProps {
  value: readonly string[];
  onChange: (tags: string[]) => void;
  /** The studio's. */
  known: readonly string[];
  disabled?: boolean;
}

/** A client's tags: each can be taken off, and another one chosen or typed. */
export function TagsField({ value, onChange, known, disabled = false }: TagsFieldProps) {
  const { t } = useTranslation('customers');
  const id = useId();
  const has = new Set(value.map(normalizeForSearch));
  const options = known.filter((tag) => !has.has(normalizeForSearch(tag))).map((tag) => ({ value: tag, label: tag }));
  const add = (text: string) => {
    const tag = tagSchema.safeParse(text);
    if (tag.success) onChange(changedTags(value, [tag.data], []));
  };
  const full = value.length >= MAX_TAGS;
  return (
    <div className="flex flex-col gap-2">
      <Field label={t('tagsTitle')} hint={full ? t('fields.tagsFull', { count: MAX_TAGS }) : t('fields.tagsHint')}>
        <Combobox
          // Emptied after each choice.
          key={value.length}
          options={options}
          value={null}
          onChange={(tag) => tag && add(tag)}
          onCreate={add}
          disabled={disabled || full}
        />
      </Field>
      {value.length > 0 && (
        <ul aria-labelledby={id} className="flex flex-wrap gap-2">
          <li id={id} className="sr-only">
            {t('fields.tagsChosen')}
          </li>
          {value.map((tag) => (
            <li key={tag}>
              <span className="inline-flex min-h-9 items-center gap-1 rounded-full border border-line pl-3">
                {tag}
                <button
                  type="button"
                  disabled={disabled}
                  aria-label={t('fields.tagRemove', { tag })}
                  onClick={() => onChange(changedTags(value, [], [tag]))}
                  className="thumb inline-flex size-9 items-center justify-center rounded-full text-soft hover:text-ink disabled:opacity-50"
                >
                  <X aria-hidden className="size-4" strokeWidth={1.75} />
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
