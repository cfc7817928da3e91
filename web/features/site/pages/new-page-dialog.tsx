import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPathOf, type PageKind, pageTitle } from '#core/domain/pages.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { proposePath } from './propose-path.ts';

interface NewPageDialogProps {
  kind: PageKind;
  taken: ReadonlySet<string>;
  onCreate: (page: { kind: PageKind; title: string; path: string }) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the title of a new page and proposes its address, which follows the title until it is typed. */
export function NewPageDialog({ kind, taken, onCreate, onClose }: NewPageDialogProps) {
  const { t } = useTranslation('website');
  const { slug } = useAccount();
  const [title, setTitle] = useState('');
  const [typedPath, setTypedPath] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  const path = typedPath ?? (title.trim() ? proposePath(title, kind, taken) : '');
  const titleError = pageTitle.safeParse(title).success ? undefined : t('address.noTitle');
  const pathError = pathProblem(kind, path, taken);
  const submit = async () => {
    setTried(true);
    if (titleError || pathError) return;
    await onCreate({ kind, title: title.trim(), path });
  };
  return (
    <FormDialog
      title={t(`pages.new.${kind}`)}
      submitLabel={t(`pages.create.${kind}`)}
      onSubmit={submit}
      onClose={onClose}
      button={{ writes: true }}
    >
      <Field label={t('fields.title')} error={isTried ? titleError : undefined} required>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog's first field */}
        <TextInput autoFocus value={title} maxLength={200} onChange={(event) => setTitle(event.target.value)} />
      </Field>
      <Field
        label={t('fields.path')}
        hint={`${location.host}/p/${slug}/${path}`}
        error={isTried && !titleError && pathError ? t(`address.${pathError}`) : undefined}
      >
        <TextInput
          value={path}
          maxLength={120}
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => setTypedPath(event.target.value.toLowerCase().trim())}
        />
      </Field>
    </FormDialog>
  );
}

/** Returns why a page cannot have a path, as a key of `website:address`; undefined if it can. */
export function pathProblem(kind: PageKind, path: string, taken: ReadonlySet<string>): 'taken' | 'invalid' | undefined {
  if (!isPathOf(kind, path)) return 'invalid';
  return taken.has(path) ? 'taken' : undefined;
}
