import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { NarrowPage } from '#web/components/layout/narrow-page.tsx';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { useAccounts } from '#web/lib/accounts.tsx';
import { Brand } from './brand.tsx';
import { paths } from './paths.ts';
import { PRODUCT_NAME } from './product-name.ts';

export function UnauthorizedPage() {
  const { t } = useTranslation('accounts');
  const { current } = useAccounts();
  return (
    <NarrowPage
      brand={<Brand to={paths.home} />}
      title={t('unauthorized.title')}
      intro={t('unauthorized.intro', { studio: current?.name ?? PRODUCT_NAME })}
    >
      <Link to={paths.home} className={buttonClass({ variant: 'primary' })}>
        {t('unauthorized.act')}
      </Link>
    </NarrowPage>
  );
}
