import { useTranslation } from 'react-i18next';
import type { Role } from '#core/domain/studio/roles.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { addedAbilities, roleBelow } from './roles.ts';

/** Returns a role's name and a description of its rights. */
export function useRoleLabels() {
  const { t } = useTranslation('team');
  const { locale } = useFormat();
  const name = (role: Role) => t(`roles.${role}`);
  const hint = (role: Role) => {
    const abilities = addedAbilities(role).map((ability) => t(`abilities.${ability}`));
    const list = new Intl.ListFormat(locale, { type: 'conjunction' }).format(abilities);
    const below = roleBelow(role);
    return below === null || below === 'owner' ? t('can.first', { list }) : t(`can.${below}`, { list });
  };
  /** Options for a RadioGroup. */
  const options = <R extends Role>(roles: readonly R[]) =>
    roles.map((value) => ({ value, label: name(value), hint: hint(value) }));
  return { name, hint, options };
}
