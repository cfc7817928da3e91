import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { NarrowPage } from '#web/components/layout/page-section.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { useAccounts } from '#web/lib/accounts/accounts.tsx';
import { paths } from '#web/lib/paths.ts';
import { Brand, PRODUCT_NAME } from './brand.tsx';

export function NotFoundPage() {
  const { t } = useTranslation('app');
  return (
    <NarrowPage brand={<Brand to={paths.home} />} title={t('notFound.title')} intro={t('notFound.text')}>
      <Link to={paths.home} className={buttonClass({ variant: 'primary' })}>
        {t('notFound.act')}
      </Link>
    </NarrowPage>
  );
}

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
