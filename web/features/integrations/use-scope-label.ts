import { useTranslation } from 'react-i18next';
import type { Scope } from '#core/domain/studio/integrations.ts';

/** Returns the function that names a permission; that of a token of one gallery creates none. */
export function useScopeLabel(): (scope: Scope, isBound: boolean) => string {
  const { t } = useTranslation('integrations');
  return (scope, isBound) => {
    if (scope === 'galleries:write' && isBound) return t('scopes.galleries_write_one');
    return t(`scopes.${scope.replace(':', '_') as 'customers_read'}`);
  };
}
