import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { lineAmount, newLine, productTextIn } from '#core/domain/payments/products.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { money } from '#core/domain/values/primitives.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Combobox } from '#web/components/ui/inputs/combobox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import type { Amount } from '#web/lib/forms/amount.ts';
import { useFields, useForm } from '#web/lib/forms/use-form.ts';
import { newId } from '#web/lib/ids.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { AmountField } from '../dialogs/payment-fields.tsx';
import { usePaymentLabels } from '../payment-labels.tsx';
import { type Owner, ownerArgs } from '../use-billing.ts';

interface LineValues {
  productId: string | null;
  title: string;
  quantity: string;
  unitAmount: Amount;
  discount: Amount;
}

const typedAmount = z.custom<Amount>();
const schema = z
  .object({
    productId: z.string().nullable(),
    title: z.string().trim().min(1).max(200),
    quantity: z.coerce.number<string>().int().min(1).max(999),
    unitAmount: typedAmount.pipe(money),
    discount: typedAmount.transform((typed) => typed ?? 0).pipe(money),
  })
  .refine((line) => newLine.safeParse(line).success, { path: ['discount'] });

interface AddLineDialogProps {
  of: Owner;
  /** The client's language, in which the line is named. */
  language: Language | null;
  /** Creates the order of its first line; false if that failed. Repeated, it changes nothing. */
  begin?: () => Promise<boolean>;
  onAdded?: () => void;
  onClose: () => void;
}

/** Adds a product of the price list, or anything else, to what an order charges. */
export function AddLineDialog({ of, language, begin, onAdded, onClose }: AddLineDialogProps) {
  const { t } = useTranslation('payments');
  const { language: ofStudio } = useAccount();
  const labels = usePaymentLabels();
  const mutate = useMutation();
  const [products] = useQuery(queries.products.list());
  const [id] = useState(newId);
  const current = products.filter(({ archivedAt }) => archivedAt === null);
  const nameOf = (texts: (typeof current)[number]['texts']) =>
    productTextIn(texts, language ?? ofStudio, ofStudio).name;
  const fields = useFields<LineValues>({ productId: null, title: '', quantity: '1', unitAmount: null, discount: null });
  const { values, change } = fields;
  const form = useForm(fields, schema, async (line) => {
    const request = mutators.payments.addLine({ ...ownerArgs(of), id, line, now: Date.now() });
    if (begin && !(await begin())) return;
    if (!(await mutate(request, { done: t('lines.added', { title: line.title }) }))) return;
    onClose();
    onAdded?.();
  });
  const choose = (productId: string | null) => {
    const product = current.find((one) => one.id === productId);
    change(product ? { productId, title: nameOf(product.texts), unitAmount: product.amount } : { productId: null });
  };
  const read = form.read;
  return (
    <FormDialog
      button={{ writes: true, loading: form.isSubmitting }}
      title={t('lines.add')}
      submitLabel={t('lines.act')}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <Field label={t('lines.product')} required error={form.error('title') && t('lines.titleNeeded')}>
        <Combobox
          options={current.map((product) => ({ value: product.id, label: nameOf(product.texts) }))}
          value={values.productId}
          onChange={choose}
          typed={{ text: values.title, onChange: (title) => change({ title, productId: null }) }}
        />
      </Field>
      <Field label={t('lines.quantity')} error={form.error('quantity') && t('lines.quantityWrong')}>
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          className="max-w-24 tabular-nums"
          {...form.input('quantity')}
        />
      </Field>
      <AmountField
        label={t('lines.unit')}
        value={values.unitAmount}
        onChange={(unitAmount) => change({ unitAmount })}
        error={form.error('unitAmount') && t('plan.amount')}
      />
      <AmountField
        label={t('lines.discount')}
        value={values.discount}
        onChange={(discount) => change({ discount })}
        error={form.error('discount') && t('lines.discountWrong')}
      />
      {read && (
        <output data-figures className="font-medium">
          {t('lines.sum', { amount: labels.money(lineAmount(read)) })}
        </output>
      )}
    </FormDialog>
  );
}

interface DiscountDialogProps {
  of: Owner;
  /** What the order charges, in minor units. */
  total: number;
  onClose: () => void;
}

/** Takes an amount off an order; each line gets its share. */
export function DiscountDialog({ of, total, onClose }: DiscountDialogProps) {
  const { t } = useTranslation('payments');
  const labels = usePaymentLabels();
  const mutate = useMutation();
  const fields = useFields<{ amount: Amount }>({ amount: null });
  const discount = z.object({ amount: typedAmount.pipe(money.min(1).max(total)) });
  const form = useForm(fields, discount, async ({ amount }) => {
    const request = mutators.payments.discount({ ...ownerArgs(of), amount, now: Date.now() });
    if (await mutate(request, { done: t('lines.discounted', { amount: labels.money(amount) }) })) onClose();
  });
  return (
    <FormDialog
      button={{ writes: true, loading: form.isSubmitting }}
      title={t('lines.discountTitle')}
      description={t('lines.discountText')}
      submitLabel={t('lines.discountAct')}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <AmountField
        label={t('lines.discount')}
        value={fields.values.amount}
        onChange={(amount) => fields.change({ amount })}
        hint={t('plan.total', { amount: labels.money(total) })}
        error={form.error('amount') && t('lines.discountWrong')}
      />
    </FormDialog>
  );
}
