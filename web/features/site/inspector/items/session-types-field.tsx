import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { queries } from '#core/zero/queries.ts';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Switch } from '#web/components/ui/inputs/switch.tsx';
import { paths } from '#web/lib/paths.ts';

interface SessionTypesFieldProps {
  /** Ids of the shown types; absent or empty: all. */
  value: readonly string[] | undefined;
  onChange: (ids: string[] | null) => void;
}

/** The session types whose prices are shown: all that clients can book, or some of them. */
export function SessionTypesField({ value, onChange }: SessionTypesFieldProps) {
  const { t } = useTranslation('blocks');
  const [all, { type }] = useQuery(queries.sessionTypes.list());
  const types = all.filter(({ isBookable, archivedAt }) => isBookable && archivedAt === null);
  const chosen = value?.length ? value : null;
  if (types.length === 0) {
    return (
      type === 'complete' && (
        <p className="text-caption text-soft">
          {t('prices.noTypes')}{' '}
          <Link to={paths.sessionTypes} className="underline">
            {t('prices.makeTypes')}
          </Link>
        </p>
      )
    );
  }
  // An empty list would mean all of them.
  const isOnly = (id: string) => chosen?.length === 1 && chosen[0] === id;
  const toggle = (id: string, on: boolean) =>
    onChange(types.flatMap((one) => ((one.id === id ? on : chosen!.includes(one.id)) ? [one.id] : [])));
  return (
    <div className="flex flex-col">
      <Switch
        label={t('prices.allTypes')}
        hint={t('prices.allTypesHint')}
        checked={!chosen}
        onChange={(on) => onChange(on ? null : types.map(({ id }) => id))}
      />
      {chosen &&
        types.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            disabled={isOnly(id)}
            onChange={(on) => toggle(id, on)}
          />
        ))}
    </div>
  );
}
