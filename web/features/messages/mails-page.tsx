import { useQuery } from '@rocicorp/zero/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '#core/domain/languages.ts';
import { MAIL_TEMPLATE_KINDS, type MailTemplateKind } from '#core/domain/messages.ts';
import { queries } from '#core/zero/queries.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { ListRow } from '#web/components/ui/lists/list-row.tsx';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import { mailHref } from '#web/lib/paths.ts';

interface MailsPageProps {
  tabs: ReactNode;
}

/** Mails to clients, and whether their texts are the studio's or the defaults. */
export function MailsPage({ tabs }: MailsPageProps) {
  const { t } = useTranslation(['mails', 'settings', 'common']);
  const [templates] = useQuery(queries.messages.templates());
  const listed = new Intl.ListFormat(useLanguage());
  const wordsOf = (kind: MailTemplateKind) => {
    const own = LANGUAGES.filter((one) => templates.some((each) => each.kind === kind && each.language === one));
    if (own.length === 0) return null;
    const languages = listed.format(own.map((one) => t(`common:languages.${one}`)));
    return <Tag tone="accent">{t('own', { languages })}</Tag>;
  };
  return (
    <>
      <PageHeader title={t('settings:title')} tabs={tabs} />
      <section aria-label={t('list')} className="flex max-w-2xl flex-col gap-5">
        <p className="measure text-soft">{t('intro')}</p>
        <ul className="divide-y divide-line border-y border-line">
          {MAIL_TEMPLATE_KINDS.map((kind) => (
            <ListRow
              key={kind}
              title={t(`kinds.${kind}.name`)}
              to={mailHref(kind)}
              detail={t(`kinds.${kind}.when`)}
              trailing={wordsOf(kind)}
            />
          ))}
        </ul>
      </section>
    </>
  );
}
