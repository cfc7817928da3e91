import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { LINE_CHOICES } from '#core/domain/payments/proposal-prices.ts';
import { productTextIn } from '#core/domain/payments/products.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Combobox } from '#web/components/ui/inputs/combobox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { MoneyInput } from '#web/components/ui/inputs/money-input.tsx';
import { RadioGroup } from '#web/components/ui/inputs/radio-group.tsx';
import { Textarea, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { type NewDraft, useNewDraft } from '#web/lib/forms/new-draft.ts';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { type FormOf, useForm } from '#web/lib/forms/use-form.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { ProposalLineRow } from '../types.ts';
import { changedLineFields, lineForm, type LineValues, NEW_LINE, toLineValues } from './line-values.ts';

interface CommonProps {
  /** Of the client, in which products are named; null for the studio's. */
  language: Language | null;
  /** Names of the groups of the proposal. */
  groups: readonly string[];
  onClose: () => void;
}

interface NewLineProps extends CommonProps {
  proposalId: string;
  position: number;
  lines: readonly ProposalLineRow[];
}

/** Adds a product of the price list, or anything else, to a proposal. */
export function NewLineDialog(props: NewLineProps) {
  const newDraft = useNewDraft(`proposal-line-new:${props.proposalId}`);
  if (props.lines.some(({ id }) => id === newDraft.id)) newDraft.reset('complete');
  return <NewLine key={newDraft.formKey} newDraft={newDraft} {...props} />;
}

function NewLine({ newDraft, proposalId, position, ...props }: NewLineProps & { newDraft: NewDraft }) {
  const { t } = useTranslation('proposals');
  const mutate = useMutation();
  const draft = useDraft<LineValues>(newDraft.key, NEW_LINE);
  const form = useForm(draft, lineForm, async (read) => {
    const args = { id: newDraft.id, proposalId, line: { ...read, position } };
    const request = mutators.proposals.addLine({ ...args, now: Date.now() });
    if (await newDraft.submit((options) => mutate(request, options))) props.onClose();
  });
  return <LineForm title={t('lines.new')} submitLabel={t('lines.add')} draft={draft} form={form} {...props} />;
}

/** Edits a line of a proposal. */
export function LineDialog({ line, ...props }: CommonProps & { line: ProposalLineRow }) {
  const { t } = useTranslation(['proposals', 'common']);
  const mutate = useMutation();
  const { id } = line;
  const draft = useDraft<LineValues>(`proposal-line:${id}`, toLineValues(line));
  const form = useForm(draft, lineForm, async (read) => {
    const changes = changedLineFields(read, draft.changes);
    const request = mutators.proposals.updateLine({ id, changes, now: Date.now() });
    if (Object.keys(changes).length === 0 || (await mutate(request, draft.saving()))) props.onClose();
  });
  return <LineForm title={t('lines.change')} submitLabel={t('common:save')} draft={draft} form={form} {...props} />;
}

interface LineFormProps extends CommonProps {
  title: string;
  submitLabel: string;
  draft: ReturnType<typeof useDraft<LineValues>>;
  form: FormOf<LineValues>;
}

function LineForm({ title, submitLabel, draft, form, language, groups, onClose }: LineFormProps) {
  const { t } = useTranslation('proposals');
  const { language: ofStudio } = useAccount();
  const format = useFormat();
  const [products] = useQuery(queries.products.list());
  const { values, change, conflict, discard } = draft;
  const current = products.filter(({ archivedAt, id }) => archivedAt === null || id === values.productId);
  const textOf = (texts: (typeof current)[number]['texts']) => productTextIn(texts, language ?? ofStudio, ofStudio);
  const choose = (productId: string | null) => {
    const product = current.find((one) => one.id === productId);
    if (!product) return change({ productId: null });
    const { name, description } = textOf(product.texts);
    change({
      productId,
      title: name,
      description,
      unitAmount: product.amount,
      ...(product.kind === 'option' && values.choice === 'fixed' && { choice: 'optional' as const }),
    });
  };
  const discardAndClose = () => {
    discard();
    onClose();
  };
  return (
    <FormDialog
      button={{ writes: true, loading: form.isSubmitting }}
      title={title}
      submitLabel={submitLabel}
      onSubmit={form.submit}
      onClose={discardAndClose}
    >
      <Field
        label={t('lines.product')}
        required
        hint={t('lines.productHint')}
        error={form.error('title') && t('lines.titleNeeded')}
        conflict={conflict('title')}
      >
        <Combobox
          options={current.map((product) => ({
            value: product.id,
            label: product.id === values.productId ? values.title : textOf(product.texts).name,
            detail: format.money(product.amount),
          }))}
          value={values.productId}
          onChange={choose}
          typed={{ text: values.title, onChange: (typed) => change({ title: typed, productId: null }) }}
        />
      </Field>
      <Field label={t('lines.description')} optional conflict={conflict('description')}>
        <Textarea rows={3} maxLength={2000} {...form.input('description')} />
      </Field>
      <div className="flex flex-wrap gap-5">
        <Field label={t('lines.quantity')} error={form.error('quantity') && t('lines.quantityWrong')}>
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            className="max-w-24 tabular-nums"
            {...form.input('quantity')}
          />
        </Field>
        <Field label={t('lines.unit')} required error={form.error('unitAmount') && t('lines.amountWrong')}>
          <MoneyInput value={values.unitAmount} onChange={(unitAmount) => change({ unitAmount })} />
        </Field>
      </div>
      <RadioGroup
        label={t('lines.choice')}
        value={values.choice}
        onChange={(choice) =>
          change({ choice, ...(choice === 'one_of' && values.groupName === '' && { groupName: groups[0] ?? '' }) })
        }
        options={LINE_CHOICES.map((value) => ({
          value,
          label: t(`choices.${value}`),
          hint: t(`choiceHints.${value}`),
        }))}
      />
      {values.choice === 'one_of' && (
        <Field
          label={t('lines.group')}
          required
          hint={t('lines.groupHint')}
          error={form.error('groupName') && t('lines.groupNeeded')}
          conflict={conflict('groupName')}
        >
          <Combobox
            options={[...new Set([...groups, ...(values.groupName ? [values.groupName] : [])])].map((group) => ({
              value: group,
              label: group,
            }))}
            value={values.groupName || null}
            onChange={(group) => change({ groupName: group ?? '' })}
            onCreate={(typed) => change({ groupName: typed.slice(0, 80) })}
            freeText
          />
        </Field>
      )}
    </FormDialog>
  );
}
