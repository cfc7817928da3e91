import { type CSSProperties, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Json } from '#core/domain/site/page-operations.ts';
import type { Block, KnownBlock } from '#core/domain/site/page-blocks.ts';
import { TEXT_MAX } from '../inspector/limits.ts';
import { setText, textChange, textIn } from '../inspector/text/text-change.ts';
import { storable } from '../inspector/text/text-field.tsx';
import { useTypedValue } from '../inspector/text/typed-value.ts';
import { useEditor } from './editor-context.ts';
import type { Rect } from './preview-rects.ts';

type HeadingPart = Extract<KnownBlock, { kind: 'heading' }>;

/** True for a block that is written on the canvas. */
export const isHeading = (part: Block): part is HeadingPart => part.kind === 'heading';

/** What the field takes over from the heading below it. */
const LOOK = [
  'color',
  'fontFamily',
  'fontSize',
  'fontStyle',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'textAlign',
  'textTransform',
  'textWrap',
] as const;

/** Returns the styles of a drawn heading. */
export function lookOf(element: Element): CSSProperties {
  const computed = element.ownerDocument.defaultView!.getComputedStyle(element);
  return Object.fromEntries(LOOK.map((name) => [name, computed[name as 'color']]));
}

interface CanvasHeadingProps {
  block: HeadingPart;
  /** The heading's box in the preview. */
  rect: Rect;
  /** The styles of the heading. */
  look: CSSProperties;
  onDone: () => void;
}

/**
 * A field over a heading of the preview, in its look. The heading below it is transparent and follows what is typed, so
 * that the field always has its size. Enter and leaving the field end it; Escape restores the text from before.
 */
export function CanvasHeading({ block, rect, look, onDone }: CanvasHeadingProps) {
  const { t } = useTranslation('blocks');
  const { edits, language, studioLanguage, actions } = useEditor();
  const languages = { language, studioLanguage };
  const stored = textIn(block.text, language, studioLanguage) ?? '';
  const [before] = useState(stored);
  const set = (path: [string] | [string, string], value: Json | null) => void edits.type(block.id, path, value);
  const store = (text: string) => {
    const change = textChange<string>(block.text, text.trim() === '' ? null : text, languages);
    if (change) setText(set, 'text', '')(change);
  };
  const typed = useTypedValue(stored, (text) => (text.trim().length <= TEXT_MAX.line ? text : null), store);
  const end = () => {
    typed.leave();
    edits.settle();
    onDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isModified = (event.ctrlKey || event.metaKey) && !event.altKey;
    if (isModified && event.key.toLowerCase() === 'z') {
      event.preventDefault();
      if (event.shiftKey) actions.redo();
      else actions.undo();
    }
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') typed.type(before);
    end();
  };
  return (
    <textarea
      ref={focusEnd}
      className="edit-heading"
      aria-label={t('heading.text')}
      aria-invalid={typed.isValid ? undefined : true}
      title={typed.isValid ? undefined : t('tooLong', { max: TEXT_MAX.line })}
      lang={language}
      rows={1}
      placeholder={textIn(block.text, studioLanguage, studioLanguage)}
      value={typed.value}
      onChange={({ target }) => typed.type(storable(target.value, true))}
      onKeyDown={onKeyDown}
      onBlur={end}
      style={{ ...look, ...rect }}
    />
  );
}

function focusEnd(field: HTMLTextAreaElement | null): void {
  field?.focus({ preventScroll: true });
  field?.setSelectionRange(field.value.length, field.value.length);
}
