import { clsx } from 'clsx';
import { useMemo } from 'react';
import { useFieldControl } from './field.tsx';

/** Classes of an editor's text, as of a text input below a toolbar. */
const SURFACE =
  'overflow-y-auto rounded-b-control border border-edge bg-raised px-3 py-2.5 whitespace-pre-wrap wrap-anywhere transition-colors ' +
  'hover:border-ink focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent aria-invalid:border-danger aria-invalid:focus:outline-danger ' +
  '[&>*+*]:mt-3 [&_ul]:list-disc [&_ul]:pl-5 [&_ol]:list-decimal';

interface EditorAttributesProps {
  label: string;
  lang: string;
  /** Height, headings and lists of this editor. */
  className: string;
}

/** Returns the attributes of an editor's text: a text box of several lines, with the field's description and error. */
export function useEditorAttributes({ label, lang, className }: EditorAttributesProps): Record<string, string> {
  const { id, 'aria-describedby': describedBy, 'aria-invalid': invalid } = useFieldControl();
  return useMemo(
    () => ({
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
      lang,
      class: clsx(SURFACE, className),
      ...(id && { id }),
      ...(describedBy && { 'aria-describedby': describedBy }),
      ...(invalid && { 'aria-invalid': 'true' }),
    }),
    [label, lang, className, id, describedBy, invalid],
  );
}
