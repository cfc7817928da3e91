import type { RichNode } from '#core/domain/site/page-blocks.ts';
import { ChoiceField } from '../choice-field.tsx';
import { setList } from '../items/item-keys.ts';
import { ItemsField } from '../items/items-field.tsx';
import { TEXT_MAX } from '../limits.ts';
import { LinkField } from '../links/link-field.tsx';
import { RichTextField } from '../rich-text/rich-text-field.tsx';
import { setText, shownText, withTextChange } from '../text/text-change.ts';
import { TextField } from '../text/text-field.tsx';
import type { FieldsOf } from '../types.ts';
import type { TFunction } from 'i18next';
import type { SetField } from '../set-field.ts';

/** Kinds that are mostly text. */
export const TEXT_FIELDS: FieldsOf<'heading' | 'text' | 'button' | 'quote' | 'faq' | 'divider'> = {
  heading: {
    text: ({ block, set, t }) => (
      <TextField label={t('heading.text')} value={block.text} max={TEXT_MAX.line} onChange={setText(set, 'text', '')} />
    ),
    level: ({ block, set, t }) => (
      <ChoiceField
        label={t('heading.level')}
        hint={t('heading.levelHint')}
        as="select"
        value={block.level === undefined ? undefined : (`${block.level}` as '1' | '2' | '3')}
        initial="2"
        onChange={(next) => set(['level'], next === null ? null : Number(next))}
        options={(['1', '2', '3'] as const).map((value) => ({ value, label: t(`heading.levels.${value}`) }))}
      />
    ),
    align: alignField,
  },
  text: {
    body: ({ block, set, t }) => (
      <RichTextField label={t('text.body')} value={block.body} onChange={setText(set, 'body', [])} />
    ),
    align: alignField,
  },
  button: {
    label: ({ block, set, t }) => (
      <TextField
        label={t('button.label')}
        value={block.label}
        max={TEXT_MAX.line}
        onChange={setText(set, 'label', '')}
      />
    ),
    link: ({ block, set, t }) => (
      <LinkField
        label={t('link.label')}
        hint={t('button.linkHint')}
        value={block.link}
        onChange={(link) => set(['link'], link)}
      />
    ),
    style: ({ block, set, t }) => (
      <ChoiceField
        label={t('button.style')}
        value={block.style}
        initial="primary"
        onChange={(next) => set(['style'], next)}
        options={(['primary', 'quiet'] as const).map((value) => ({ value, label: t(`button.styles.${value}`) }))}
      />
    ),
    align: alignField,
  },
  quote: {
    text: ({ block, set, t }) => (
      <TextField
        label={t('quote.text')}
        multiline
        value={block.text}
        max={TEXT_MAX.quote}
        onChange={setText(set, 'text', '')}
      />
    ),
    author: ({ block, set, t }) => (
      <TextField
        label={t('quote.author')}
        hint={t('quote.authorHint')}
        value={block.author}
        max={TEXT_MAX.line}
        onChange={setText(set, 'author')}
      />
    ),
  },
  faq: {
    items: ({ block, set, t, languages }) => (
      <ItemsField
        label={t('faq.items')}
        addLabel={t('faq.add')}
        untitled={t('faq.untitled')}
        items={block.items}
        titleOf={({ question }) => shownText(question, languages)}
        create={() => ({ question: '', answer: [] })}
        onChange={setList(set, 'items', [])}
      >
        {(item, change) => (
          <>
            <TextField
              label={t('faq.question')}
              value={item.question}
              max={TEXT_MAX.line}
              onChange={(next) => change({ ...item, question: withTextChange(item.question, next) ?? '' })}
            />
            <RichTextField
              label={t('faq.answer')}
              value={item.answer}
              onChange={(next) => change({ ...item, answer: withTextChange<RichNode[]>(item.answer, next) ?? [] })}
            />
          </>
        )}
      </ItemsField>
    ),
  },
  divider: {
    style: ({ block, set, t }) => (
      <ChoiceField
        label={t('divider.style')}
        value={block.style}
        initial="line"
        onChange={(next) => set(['style'], next)}
        options={(['line', 'space'] as const).map((value) => ({ value, label: t(`divider.styles.${value}`) }))}
      />
    ),
  },
};

interface AlignProps {
  block: { align?: 'start' | 'center' | 'end' | undefined };
  set: SetField;
  t: TFunction<'blocks'>;
}

/** Alignment of a block's text. */
function alignField({ block, set, t }: AlignProps) {
  return (
    <ChoiceField
      label={t('align.label')}
      value={block.align}
      initial="start"
      onChange={(next) => set(['align'], next)}
      options={(['start', 'center', 'end'] as const).map((value) => ({ value, label: t(`align.${value}`) }))}
    />
  );
}
