import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { CatalogRow, CatalogRows } from '#web/components/layout/catalog-page.tsx';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Switch } from '#web/components/ui/inputs/switch.tsx';
import { Avatar } from '#web/components/ui/lists/avatar.tsx';
import { Card } from '#web/components/ui/lists/card.tsx';
import { ListRow } from '#web/components/ui/lists/list-row.tsx';
import { Tabs } from '#web/components/ui/lists/tabs.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { people } from './samples.ts';

const start = Date.UTC(2026, 10, 21, 9);
const session = { start, end: start + HOUR_MS };

export function ListsSection() {
  const { t } = useTranslation(['design', 'common']);
  const [tab, setTab] = useState<'rows' | 'catalog'>('rows');
  const [on, setOn] = useState(true);
  return (
    <div className="flex flex-col gap-6">
      <Tabs
        label={t('lists.clients')}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'rows', label: t('lists.clients'), count: '3', content: <Rows /> },
          { value: 'catalog', label: t('lists.catalog'), content: <Catalog /> },
        ]}
      />
      <Card
        title={t('lists.cardTitle')}
        description={t('lists.cardText')}
        action={<Button size="small">{t('common:edit')}</Button>}
      >
        <Switch label={t('choices.downloads')} checked={on} onChange={setOn} />
      </Card>
    </div>
  );
}

function Rows() {
  const { t } = useTranslation(['design', 'common']);
  const format = useFormat();
  return (
    <ul className="divide-y divide-line">
      {people.map((person) => (
        <ListRow
          key={person.value}
          to="?"
          leading={<Avatar name={person.label} />}
          title={person.label}
          detail={format.span(session, start)}
          trailing={<Tag tone="success">{t('feedback.published')}</Tag>}
          actions={<IconButton label={t('common:moreFor', { name: person.label })} icon={<Ellipsis aria-hidden />} />}
        />
      ))}
    </ul>
  );
}

function Catalog() {
  const { t } = useTranslation('design');
  const [shown, setShown] = useState<readonly (typeof people)[number][]>(people);
  return (
    <CatalogRows label={t('lists.clients')}>
      {shown.map((person) => (
        <CatalogRow
          key={person.value}
          title={person.label}
          detail={t('lists.photos')}
          edit={{ label: t('actions.rename'), onSelect: () => undefined }}
          remove={{
            label: t('actions.delete'),
            onSelect: () => setShown(shown.filter(({ value }) => value !== person.value)),
          }}
          menu={[{ label: t('actions.duplicate'), onSelect: () => undefined }]}
        />
      ))}
    </CatalogRows>
  );
}
