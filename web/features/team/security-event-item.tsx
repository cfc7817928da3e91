import { useTranslation } from 'react-i18next';
import { useAccount } from '#web/lib/accounts.tsx';
import { useAuth } from '#web/lib/auth-session.tsx';
import { formatRecent, formatTime } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { useNow } from '#web/lib/use-now.ts';
import { roleNameOr, eventText, type SecurityEvent } from './security-sentence.ts';
import { useRoleLabels } from './use-role-texts.ts';

const HOUR_MS = 60 * 60 * 1000;

/** One event in a sentence, and when. */
export function SecurityEventItem({ event }: { event: SecurityEvent }) {
  const { t } = useTranslation('team');
  const { timeZone } = useAccount();
  const userId = useAuth().session?.user.id;
  const { name: roleName } = useRoleLabels();
  const now = useNow();
  const language = currentLanguage();
  const { key, actor, subject, from, to, provider } = eventText(event);
  const name = actor || t('log.nobody');
  const who = event.actorId === userId ? t('name.you', { name }) : name;
  const values = {
    who,
    actor: who,
    subject: subject || t('log.nobody'),
    from: roleNameOr(from, roleName),
    to: roleNameOr(to, roleName),
    provider: provider.charAt(0).toLocaleUpperCase(language) + provider.slice(1),
  };
  const when =
    now - event.at < HOUR_MS
      ? formatRecent(event.at, language, timeZone, now)
      : formatTime(event.at, language, timeZone);
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 py-2.5">
      <span className="min-w-0 wrap-anywhere">{t(`log.said.${key}` as 'log.said.roleChangedFrom', values)}</span>
      <time dateTime={new Date(event.at).toISOString()} className="text-caption text-soft">
        {when}
      </time>
    </li>
  );
}
