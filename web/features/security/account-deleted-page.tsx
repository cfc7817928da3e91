import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { TRASH_MS } from '#core/domain/galleries/galleries.ts';
import { NarrowPage } from '#web/components/layout/narrow-page.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { deviceTimeZone } from '#web/lib/format/device.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import type { DeletionSummary } from './deletion-summary.ts';

interface AccountDeletedPageProps {
  brand: ReactNode;
  /** Null if the page was opened by its URL. */
  summary: DeletionSummary | null;
  /** Path of the sign-up page. */
  beginning: string;
}

/** Confirms the account deletion and lists the studios deleted with it and those that remain. */
export function AccountDeletedPage({ brand, summary, beginning }: AccountDeletedPageProps) {
  const { t } = useTranslation('security');
  const format = useFormat({ zone: deviceTimeZone() });
  const intro = summary?.email ? t('goodbye.intro', { email: summary.email }) : t('goodbye.anonymous');
  return (
    <NarrowPage brand={brand} title={t('goodbye.title')} intro={<span className="wrap-anywhere">{intro}</span>}>
      {summary && summary.deleted.length > 0 && (
        <div className="flex flex-col gap-2">
          <Names title={t('goodbye.deleted')} names={summary.deleted} />
          <p className="text-soft">{t('goodbye.erased', { date: format.day(summary.at + TRASH_MS) })}</p>
        </div>
      )}
      {summary && summary.left.length > 0 && <Names title={t('goodbye.left')} names={summary.left} />}
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
          // Key by index: two studios may have the same name.
          <li key={index}>{name}</li>
        ))}
      </ul>
    </div>
  );
}
