import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BLOCK_FIELDS, type RichNode, type SiteRichText } from '#core/domain/site/page-blocks.ts';
import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { importTwice } from '#web/lib/browser/outdated-page.ts';
import { type TextChange, textChange, textIn } from '../text/text-change.ts';
import { useTextLanguages } from '../text/text-languages.ts';
import { richToPlain } from './rich-text-doc.ts';

/** The editor's libraries are larger than all other fields: a chunk of their own. */
const RichTextEditor = lazy(() => importTwice(() => import('./rich-text-editor.tsx')));

/** Characters of the studio-language text that an empty field shows. */
const PLACEHOLDER_LENGTH = 300;

interface RichTextFieldProps {
  label: string;
  hint?: ReactNode;
  value: SiteRichText | undefined;
  onChange: (change: TextChange<RichNode[]>) => void;
}

/** A rich text in the language that is edited. One that is too long stays in the field and is not stored. */
export function RichTextField({ label, hint, value, onChange }: RichTextFieldProps) {
  const { t } = useTranslation('blocks');
  const languages = useTextLanguages();
  const { language, studioLanguage } = languages;
  const [isRefused, setRefused] = useState(false);
  const own = textIn<RichNode[]>(value, language, studioLanguage);
  const nodes = useMemo(() => own ?? [], [own]);
  const other = textIn<RichNode[]>(value, studioLanguage, studioLanguage);
  const change = (next: RichNode[]) => {
    const isValid = BLOCK_FIELDS.text.shape.body.safeParse(next).success;
    setRefused(!isValid);
    if (!isValid) return;
    const made = textChange<RichNode[]>(value, next.length > 0 ? next : null, languages);
    if (made) onChange(made);
  };
  return (
    <Field label={label} hint={hint} error={isRefused ? t('rich.tooLong') : undefined}>
      <Suspense fallback={<Skeleton className="h-44" />}>
        <RichTextEditor
          // Remounts the editor for another language, because each has its own text and undo history.
          key={language}
          label={label}
          nodes={nodes}
          lang={language}
          placeholder={other && language !== studioLanguage ? richToPlain(other).slice(0, PLACEHOLDER_LENGTH) : ''}
          onChange={change}
        />
      </Suspense>
    </Field>
  );
}
