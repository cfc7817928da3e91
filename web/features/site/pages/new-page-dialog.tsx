import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { isPathOf, type PageKind, pageTitle } from '#core/domain/site/pages.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFields, useForm } from '#web/lib/forms/use-form.ts';
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
  const { values: typed, change } = useFields<{ title: string; path: string | null }>({ title: '', path: null });
  const path = typed.path ?? (typed.title.trim() ? proposePath(typed.title, kind, taken) : '');
  const schema = useMemo(() => pageForm(kind, taken), [kind, taken]);
  const form = useForm({ values: { title: typed.title, path }, change }, schema, (page) => onCreate({ kind, ...page }));
  const pathError = form.error('path') as PathProblem | undefined;
  return (
    <FormDialog
      title={t(`pages.new.${kind}`)}
      submitLabel={t(`pages.create.${kind}`)}
      onSubmit={form.submit}
      onClose={onClose}
      button={{ writes: true }}
    >
      <Field label={t('fields.title')} error={form.error('title') && t('address.noTitle')} required>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog's first field */}
        <TextInput autoFocus maxLength={200} {...form.input('title')} />
      </Field>
      <Field
        label={t('fields.path')}
        hint={`${location.host}/p/${slug}/${path}`}
        error={form.error('title') ? undefined : pathError && t(`address.${pathError}`)}
      >
        <TextInput
          value={path}
          maxLength={120}
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => change({ path: event.target.value.toLowerCase().trim() })}
        />
      </Field>
    </FormDialog>
  );
}

/** Why a page cannot have a path: a key of `website:address`. */
export type PathProblem = 'taken' | 'invalid';

/** Checks the title of a page and its path. The message of a wrong path is its `PathProblem`. */
export const pageForm = (kind: PageKind, taken: ReadonlySet<string>) =>
  z.object({
    title: pageTitle,
    path: z
      .string()
      .refine((path) => isPathOf(kind, path), { error: 'invalid' satisfies PathProblem, abort: true })
      .refine((path) => !taken.has(path), 'taken' satisfies PathProblem),
  });
