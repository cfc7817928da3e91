import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { Combobox } from '#web/components/ui/inputs/combobox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { GalleryField } from './gallery-field.tsx';
import { LINK_KINDS, type LinkKind, linkOf, type LinkParts, linkParts } from './link-parts.ts';

/** Keyboard of a phone, and example, for each address that is typed. */
const TYPED = {
  web: { type: 'url', placeholder: 'www.example.com' },
  mail: { type: 'email', placeholder: 'hola@example.com' },
  phone: { type: 'tel', placeholder: '+34 600 000 000' },
} as const;

interface LinkFieldProps {
  label: string;
  /** Shown without a link. */
  hint?: string;
  value: string | undefined;
  onChange: (link: string | null) => void;
  /** Called at each change: true for an incomplete link, which `onChange` does not get. */
  onWrong?: (isWrong: boolean) => void;
}

/**
 * Where a link leads: a page or section of the website, or an address. An incomplete one stays in the field and is not
 * stored.
 */
export function LinkField({ label, hint, value, onChange, onWrong }: LinkFieldProps) {
  const { t } = useTranslation('blocks');
  const [typed, setTyped] = useState<{ parts: LinkParts; over: string | undefined } | null>(null);
  // Another's change or an undo replaces what is typed; the own change comes back as the value.
  const isOwn = typed && (typed.over === value || (linkOf(typed.parts) ?? undefined) === value);
  const parts = isOwn ? typed.parts : value === undefined ? null : linkParts(value);
  const change = (next: LinkParts) => {
    const link = linkOf(next);
    const isWrong = link === null && next.value.trim() !== '';
    setTyped({ parts: next, over: isWrong ? value : (link ?? undefined) });
    onWrong?.(isWrong);
    if (!isWrong) onChange(link);
  };
  const choose = (kind: LinkKind | '') => {
    if (kind !== '') return change({ kind, value: '' });
    setTyped(null);
    onWrong?.(false);
    onChange(null);
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Field label={label} hint={!parts && hint}>
        <Select
          value={parts?.kind ?? ''}
          onChange={({ target }) => choose(target.value as LinkKind | '')}
          options={['' as const, ...LINK_KINDS].map((kind) => ({
            value: kind,
            label: t(`link.kinds.${kind || 'none'}`),
          }))}
        />
      </Field>
      {parts && <LinkTarget parts={parts} onChange={(target) => change({ ...parts, value: target })} />}
    </div>
  );
}

function LinkTarget({ parts: { kind, value }, onChange }: { parts: LinkParts; onChange: (value: string) => void }) {
  const { t } = useTranslation('blocks');
  if (kind === 'book' || kind === 'journal') return null;
  if (kind === 'page') return <PageField value={value} onChange={onChange} />;
  if (kind === 'gallery') return <GalleryField label={t('link.gallery')} value={value || null} onChange={onChange} />;
  const isWrong = value !== '' && linkOf({ kind, value }) === null;
  return (
    <Field label={t(`link.kinds.${kind}`)} hideLabel error={isWrong ? t(`link.wrong.${kind}`) : undefined}>
      <TextInput
        {...TYPED[kind]}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}

/** A page of the site. */
function PageField({ value, onChange }: { value: string; onChange: (pageId: string) => void }) {
  const { t } = useTranslation('blocks');
  const [pages, { type }] = useQuery(queries.pages.list());
  const isGone = value !== '' && type === 'complete' && !pages.some(({ id }) => id === value);
  return (
    <Field label={t('link.page')} hideLabel error={isGone ? t('link.pageGone') : undefined}>
      <Combobox
        value={value || null}
        onChange={(next) => next && onChange(next)}
        options={pages.map(({ id, title, path }) => ({ value: id, label: title, detail: `/${path}` }))}
        placeholder={t('link.choosePage')}
      />
    </Field>
  );
}
