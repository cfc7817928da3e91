import { useTranslation } from 'react-i18next';
import { PersonMark } from '#web/components/ui/lists/person-mark.tsx';
import { Tooltip } from '#web/components/ui/tooltip.tsx';
import { usePresence } from '#web/lib/live/presence.tsx';

/** Number of people who are shown by their initials. */
const MAX_MARKS = 4;

/** Tells the team that this row is open here, and names the others who have it open. */
export function Presence({ record }: { record: string }) {
  const { t } = useTranslation('app');
  const { others, isTeam } = usePresence(record);
  const [first] = others;
  return (
    // As high with people as without, so that nothing below moves.
    <output className={isTeam ? 'flex min-h-6 min-w-0 items-center' : undefined}>
      {first && (
        <span className="inline-flex max-w-full items-center gap-2 text-caption">
          <span className="flex shrink-0 gap-1">
            {others.slice(0, MAX_MARKS).map(({ id, name, color }) => (
              <Tooltip key={id} text={name}>
                <span className="flex">
                  <PersonMark name={name} color={color} size="small" />
                </span>
              </Tooltip>
            ))}
          </span>
          {others.length === 1 ? (
            <span className="truncate">{t('presence.one', { name: first.name })}</span>
          ) : (
            <>
              <span aria-hidden>{t('presence.many', { count: others.length })}</span>
              <span className="sr-only">
                {t('presence.list', { names: others.map(({ name }) => name).join(', ') })}
              </span>
            </>
          )}
        </span>
      )}
    </output>
  );
}
