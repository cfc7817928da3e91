import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { mergeLines, type MergedLine, type OrderLine } from '#core/domain/payments/products.ts';
import { mutators } from '#core/zero/mutators.ts';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { newId } from '#web/lib/ids.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { usePaymentLabels } from '../payment-labels.tsx';
import { type Owner, ownerArgs } from '../use-billing.ts';

/** What an order charges, line by line; nothing if it is one price. */
export function LineList({ of, lines }: { of: Owner; lines: readonly OrderLine[] }) {
  const { t } = useTranslation('payments');
  const labels = usePaymentLabels();
  const { role } = useAccount();
  const mutate = useMutation();
  const merged = mergeLines(lines);
  if (!merged.some(({ isProduct }) => isProduct)) return null;
  const titleOf = ({ source, title }: MergedLine) => {
    if (title !== '') return title;
    if (source === 'price') return t('lines.price');
    return t(source === 'waived' ? 'lines.waived' : 'purposes.extras');
  };
  const remove = ({ source, title, productId, quantity, unitAmount, discount }: MergedLine) => {
    const line = { productId, title, quantity, unitAmount: unitAmount ?? 0, discount };
    const id = newId();
    return mutate(mutators.payments.removeLine({ ...ownerArgs(of), source, now: Date.now() }), {
      done: t('lines.removed', { title }),
      undo: () => mutators.payments.addLine({ ...ownerArgs(of), id, line, now: Date.now() }),
    });
  };
  return (
    <ul aria-label={t('lines.label')} className="divide-y divide-line border-y border-line">
      {merged.map((line) => (
        <li key={line.source} className="flex min-h-control items-center gap-3 py-1.5">
          <div className="min-w-0 grow">
            <p className="wrap-anywhere">{titleOf(line)}</p>
            {(line.quantity > 1 || line.discount > 0) && (
              <p data-figures className="text-caption text-soft">
                {[
                  line.unitAmount !== null &&
                    line.quantity > 1 &&
                    t('lines.pieces', { quantity: line.quantity, amount: labels.money(line.unitAmount) }),
                  line.discount > 0 && t('lines.less', { amount: labels.money(line.discount) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            )}
          </div>
          <p data-figures className="shrink-0 font-medium">
            {labels.money(line.amount)}
          </p>
          {line.isProduct && line.amount > 0 && can(role, 'money.write') && (
            <IconButton
              label={t('lines.remove', { title: line.title })}
              icon={<X aria-hidden />}
              writes
              onClick={() => void remove(line)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
