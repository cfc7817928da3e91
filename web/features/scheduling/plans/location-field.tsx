import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { queries } from '#core/zero/queries.ts';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { paths } from '#web/lib/paths.ts';

const ELSEWHERE = 'elsewhere';

/** A stored location of the studio, or an address as text. */
interface LocationOption {
  locationId: string | null;
  location: string;
}

interface LocationFieldProps {
  value: LocationOption;
  onChange: (location: LocationOption) => void;

  error: string | undefined;
}

export function LocationField({ value, onChange, error }: LocationFieldProps) {
  const { t } = useTranslation('scheduling');
  const [locations] = useQuery(queries.locations.list());
  const [isElsewhere, setElsewhere] = useState(value.location !== '');
  const chosen = value.locationId ?? (isElsewhere || locations.length === 0 ? ELSEWHERE : '');
  const choose = (choice: string) => {
    setElsewhere(choice === ELSEWHERE);
    onChange({ locationId: choice === ELSEWHERE ? null : choice || null, location: '' });
  };
  return (
    <div className="flex flex-col gap-3">
      {locations.length > 0 && (
        <Field label={t('plan.place')} optional>
          <Select
            value={chosen}
            onChange={({ target }) => choose(target.value)}
            options={[
              { value: '', label: t('plan.noPlace') },
              ...locations.map(({ id, name }) => ({ value: id, label: name })),
              { value: ELSEWHERE, label: t('plan.elsewhere') },
            ]}
          />
        </Field>
      )}
      {chosen === ELSEWHERE && (
        <Field
          label={t('plan.address')}
          optional
          hint={locations.length === 0 && <Link to={paths.locations}>{t('plan.addPlaces')}</Link>}
          error={error}
        >
          <TextInput
            autoComplete="off"
            value={value.location}
            onChange={({ target }) => onChange({ locationId: null, location: target.value })}
          />
        </Field>
      )}
    </div>
  );
}
