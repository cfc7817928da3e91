import { useQuery } from '@rocicorp/zero/react';
import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mapHref } from '#core/domain/values/format.ts';
import { queries } from '#core/zero/queries.ts';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';

/** A stored location of the studio, or an address as text. */
interface LocationValue {
  locationId: string | null;
  location: string;
}

interface LocationFieldsProps {
  value: LocationValue;
  onChange: (value: LocationValue) => void;
}

const ELSEWHERE = 'elsewhere';

export function LocationFields({ value, onChange }: LocationFieldsProps) {
  const { t } = useTranslation('sessions');
  const [locations] = useQuery(queries.locations.list());
  const [isElsewhere, setElsewhere] = useState(value.location !== '');
  const chosen = value.locationId ?? (isElsewhere || locations.length === 0 ? ELSEWHERE : '');
  const address = locations.find(({ id }) => id === value.locationId)?.address ?? value.location;
  const choose = (choice: string) => {
    setElsewhere(choice === ELSEWHERE);
    onChange({
      locationId: choice === ELSEWHERE || choice === '' ? null : choice,
      location: choice === ELSEWHERE ? value.location : '',
    });
  };
  return (
    <div className="flex flex-col gap-3">
      {locations.length > 0 && (
        <Field label={t('place.label')} optional>
          <Select
            value={chosen}
            onChange={({ target }) => choose(target.value)}
            options={[
              { value: '', label: t('place.none') },
              ...locations.map(({ id, name }) => ({ value: id, label: name })),
              { value: ELSEWHERE, label: t('place.elsewhere') },
            ]}
          />
        </Field>
      )}
      {chosen === ELSEWHERE && (
        <Field label={t('place.address')} optional>
          <TextInput
            autoComplete="off"
            maxLength={1000}
            value={value.location}
            onChange={({ target }) => onChange({ locationId: null, location: target.value })}
          />
        </Field>
      )}
      {address && <MapLink href={mapHref(address)} />}
    </div>
  );
}

export function MapLink({ href }: { href: string }) {
  const { t } = useTranslation('sessions');
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="thumb inline-flex items-center gap-1.5 self-start text-soft"
    >
      <MapPin aria-hidden className="size-4" strokeWidth={1.75} />
      {t('place.map')}
    </a>
  );
}
