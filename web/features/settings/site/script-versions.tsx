import { useQuery } from '@rocicorp/zero/react';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { readScriptHosts } from '#core/domain/site/site-code.ts';
import { queries } from '#core/zero/queries.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';

interface ScriptVersionsProps {
  /** True if the newest version runs now. */
  isOn: boolean;
  onRestore: (versionId: string) => void;
  disabled: boolean;
}

/** Lists the versions of the script, newest first, with their authors. */
export function ScriptVersions({ isOn, onRestore, disabled }: ScriptVersionsProps) {
  const { t } = useTranslation('cms');
  const format = useFormat();
  const [versions] = useQuery(queries.site.scriptVersions());
  const [members] = useQuery(queries.team.members());
  if (versions.length === 0) return null;
  const nameOf = (userId: string) => {
    const member = members.find((one) => one.userId === userId);
    return member ? member.name || member.email : t('versions.formerMember');
  };
  return (
    <details className="group border-y border-line">
      <summary className="flex min-h-control cursor-pointer items-center justify-between gap-4 font-medium">
        {t('versions.title', { count: versions.length })}
        <ChevronDown aria-hidden className="size-4 text-soft group-open:rotate-180" strokeWidth={1.75} />
      </summary>
      <ul className="divide-y divide-line border-t border-line">
        {versions.map(({ id, authorId, hosts, createdAt }, index) => {
          const time = format.dateTime(createdAt);
          return (
            <li key={id} className="flex min-h-control flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <span className="min-w-0">
                {time}
                <span className="block text-caption wrap-anywhere text-soft">
                  {[nameOf(authorId), ...readScriptHosts(hosts)].join(' · ')}
                </span>
              </span>
              {index === 0 && isOn ? (
                <span className="text-caption text-soft">{t('versions.current')}</span>
              ) : (
                <Button
                  size="small"
                  writes
                  disabled={disabled}
                  aria-label={t('versions.restoreOf', { time })}
                  onClick={() => onRestore(id)}
                >
                  {t('versions.restore')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
