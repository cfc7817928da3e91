import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { TRASH_MS } from '#core/domain/galleries.ts';
import { NarrowPage } from '#web/components/layout/narrow-page.tsx';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { formatOwnDay } from '../own-time.ts';
import type { Farewell } from './farewell.ts';

interface GoodbyePageProps {
  brand: ReactNode;
  /** Null where somebody types the address. */
  told: Farewell | null;
  /** Where a new account is opened. */
  beginning: string;
}

/** After the own account was deleted: what went with it, and what goes on. */
export function GoodbyePage({ brand, told, beginning }: GoodbyePageProps) {
  const { t } = useTranslation('security');
  const intro = told?.email ? t('goodbye.intro', { email: told.email }) : t('goodbye.anonymous');
  return (
    <NarrowPage brand={brand} title={t('goodbye.title')} intro={<span className="wrap-anywhere">{intro}</span>}>
      {told && told.deleted.length > 0 && (
        <div className="flex flex-col gap-2">
          <Names title={t('goodbye.deleted')} names={told.deleted} />
          <p className="text-soft">
            {t('goodbye.erased', { date: formatOwnDay(told.at + TRASH_MS, currentLanguage()) })}
          </p>
        </div>
      )}
      {told && told.left.length > 0 && <Names title={t('goodbye.left')} names={told.left} />}
      <p className="text-soft">{t('goodbye.again')}</p>
      <div>
        <Link to={beginning} replace className={buttonClass()}>
          {t('goodbye.act')}
        </Link>
      </div>
    </NarrowPage>
  );
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  return (
    <div className="flex flex-col gap-1">
      <p>{title}</p>
      <ul className="list-disc pl-5 wrap-anywhere">
        {names.map((name, index) => (
          // Two studios may have the same name.
          <li key={index}>{name}</li>
        ))}
      </ul>
    </div>
  );
}
