import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import {
  newProduct,
  PRODUCT_KINDS,
  type ProductKind,
  type ProductText,
  type ProductTexts,
  WITHDRAWAL_KINDS,
  type WithdrawalKind,
} from '#core/domain/payments/products.ts';
import { LANGUAGES, type Language } from '#core/domain/values/languages.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { MoneyInput } from '#web/components/ui/inputs/money-input.tsx';
import { SegmentedControl } from '#web/components/ui/inputs/segmented-control.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { Textarea, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import type { Amount } from '#web/lib/forms/amount.ts';
import { type NewDraft, useNewDraft } from '#web/lib/forms/new-draft.ts';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { ProductRow } from './types.ts';

interface Values {
  kind: ProductKind;
  texts: ProductTexts;
  amount: Amount;
  withdrawal: WithdrawalKind;
}

const schema = z.object({
  kind: newProduct.shape.kind,
  texts: newProduct.shape.texts,
  amount: z.custom<Amount>().pipe(newProduct.shape.amount),
  withdrawal: newProduct.shape.withdrawal,
});

const NO_TEXT: ProductText = { name: '', description: '' };

interface ProductDialogProps {
  /** Null for a new one. */
  product: ProductRow | null;
  onClose: () => void;
}

/** Edits a product: what it is, its texts in each language, and its price. */
export function ProductDialog(props: ProductDialogProps) {
  const { id: accountId } = useAccount();
  const newDraft = useNewDraft(`product-new:${accountId}`);
  const [products, { type }] = useQuery(queries.products.list());
  if (products.some(({ id }) => id === newDraft.id)) newDraft.reset(type);
  return <ProductForm key={props.product?.id ?? newDraft.formKey} newDraft={newDraft} {...props} />;
}

function ProductForm({ newDraft, product, onClose }: ProductDialogProps & { newDraft: NewDraft }) {
  const { t } = useTranslation(['products', 'common']);
  const { language: ofStudio } = useAccount();
  const mutate = useMutation();
  const [language, setLanguage] = useState<Language>(ofStudio);
  const saved: Values = {
    kind: product?.kind ?? 'package',
    texts: product?.texts ?? {},
    amount: product?.amount ?? null,
    withdrawal: product?.withdrawal ?? 'service',
  };
  const draft = useDraft<Values>(product ? `product:${product.id}` : newDraft.key, saved);
  const { values, change, discard, conflict, saving } = draft;
  const form = useForm(draft, schema, async (read) => {
    const id = product?.id ?? newDraft.id;
    const now = Date.now();
    const done = product
      ? await mutate(mutators.products.update({ id, changes: read, now }), { done: t('common:saved'), ...saving() })
      : await newDraft.submit((options) =>
          mutate(mutators.products.create({ id, ...read, now }), { done: t('created'), ...options }),
        );
    if (done) onClose();
  });
  const text = values.texts[language] ?? NO_TEXT;
  const setText = (changes: Partial<ProductText>) =>
    change({ texts: { ...values.texts, [language]: { ...text, ...changes } } });
  const discardAndClose = () => {
    discard();
    onClose();
  };
  return (
    <FormDialog
      title={t(product ? 'edit' : 'new')}
      submitLabel={t(product ? 'common:save' : 'add')}
      button={{ writes: true }}
      onSubmit={form.submit}
      onClose={discardAndClose}
    >
      <Field label={t('kind')} conflict={conflict('kind')}>
        <Select
          value={values.kind}
          onChange={({ target }) => change({ kind: target.value as ProductKind })}
          options={PRODUCT_KINDS.map((kind) => ({ value: kind, label: t(`kinds.${kind}`, { count: 1 }) }))}
        />
      </Field>
      <SegmentedControl
        label={t('language')}
        value={language}
        onChange={setLanguage}
        options={LANGUAGES.map((one) => ({ value: one, label: t(`common:languages.${one}`) }))}
      />
      <Field
        label={t('name')}
        required
        hint={t('nameHint')}
        error={form.error('texts') && t('nameNeeded')}
        conflict={conflict('texts')}
      >
        <TextInput
          autoComplete="off"
          lang={language}
          maxLength={120}
          value={text.name}
          onChange={({ target }) => setText({ name: target.value })}
        />
      </Field>
      <Field label={t('description')} optional>
        <Textarea
          rows={3}
          lang={language}
          maxLength={2000}
          value={text.description}
          onChange={({ target }) => setText({ description: target.value })}
        />
      </Field>
      <Field label={t('price')} required error={form.error('amount') && t('priceNeeded')} conflict={conflict('amount')}>
        <MoneyInput value={values.amount} onChange={(amount) => change({ amount })} />
      </Field>
      <Field label={t('withdrawal')} hint={t('withdrawalHint')} conflict={conflict('withdrawal')}>
        <Select
          value={values.withdrawal}
          onChange={({ target }) => change({ withdrawal: target.value as WithdrawalKind })}
          options={WITHDRAWAL_KINDS.map((kind) => ({ value: kind, label: t(`withdrawals.${kind}`) }))}
        />
      </Field>
    </FormDialog>
  );
}
