import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { NarrowPage } from '#web/components/layout/narrow-page.tsx';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { Brand } from './brand.tsx';
import { paths } from './paths.ts';

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
