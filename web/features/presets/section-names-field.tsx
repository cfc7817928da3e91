import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_SECTIONS } from '#core/domain/galleries/sections.ts';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';

interface SectionNamesFieldProps {
  names: readonly string[];
  onChange: (names: string[]) => void;
}

/** Ordered list of section names: edit, add, move, remove. Enter adds the next one. */
export function SectionNamesField({ names, onChange }: SectionNamesFieldProps) {
  const { t } = useTranslation('presets');
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  // Focus a new row immediately, so that typing does not continue in the previous one.
  const awaited = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (awaited.current === null) return;
    list.current?.querySelectorAll<HTMLInputElement>('input')[awaited.current]?.focus();
    awaited.current = null;
  });
  const focus = (index: number) => void (awaited.current = index);
  const add = (after: number) => {
    if (names.length >= MAX_SECTIONS) return;
    onChange(names.toSpliced(after + 1, 0, ''));
    focus(after + 1);
  };
  const remove = (index: number) => {
    onChange(names.toSpliced(index, 1));
    focus(Math.max(0, index - 1));
  };
  const move = (index: number, by: -1 | 1) =>
    onChange(names.toSpliced(index, 1).toSpliced(index + by, 0, names[index] ?? ''));
  return (
    <div role="group" aria-labelledby={id} aria-describedby={`${id}-hint`} className="flex flex-col gap-2">
      <span id={id} className="text-caption font-medium">
        {t('sections')}
      </span>
      {names.length > 0 && (
        <ol ref={list} className="flex flex-col gap-2">
          {names.map((name, index) => {
            const called = name || t('section', { number: index + 1 });
            return (
              // Keyed by index: the names change while they are typed.
              <li key={index} className="flex items-center gap-1">
                <TextInput
                  aria-label={`${t('sectionName')} ${index + 1}`}
                  value={name}
                  maxLength={120}
                  onChange={(event) => onChange(names.toSpliced(index, 1, event.target.value))}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter') return;
                    event.preventDefault();
                    add(index);
                  }}
                />
                <IconButton
                  label={t('moveUp', { name: called })}
                  icon={<ArrowUp aria-hidden />}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                />
                <IconButton
                  label={t('moveDown', { name: called })}
                  icon={<ArrowDown aria-hidden />}
                  disabled={index === names.length - 1}
                  onClick={() => move(index, 1)}
                />
                <IconButton
                  label={t('removeSection', { name: called })}
                  icon={<X aria-hidden />}
                  onClick={() => remove(index)}
                />
              </li>
            );
          })}
        </ol>
      )}
      <p id={`${id}-hint`} className="text-caption text-soft">
        {t('sectionsHint')}
      </p>
      <div>
        <Button
          size="small"
          icon={<Plus />}
          disabled={names.length >= MAX_SECTIONS}
          onClick={() => add(names.length - 1)}
        >
          {t('addSection')}
        </Button>
      </div>
    </div>
  );
}
