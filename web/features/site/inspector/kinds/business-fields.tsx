import { SITE_TEXTS } from '#web/site/texts.ts';
import { Switch } from '#web/components/ui/inputs/switch.tsx';
import { ChoiceField } from '../choice-field.tsx';
import { setList, withField } from '../items/item-keys.ts';
import { ItemsField } from '../items/items-field.tsx';
import { SessionTypesField } from '../items/session-types-field.tsx';
import { TEXT_MAX } from '../limits.ts';
import { setText, shownText, withTextChange } from '../text/text-change.ts';
import { LineField, TextField } from '../text/text-field.tsx';
import type { FieldsOf, RenderField } from '../types.ts';

/** A contact detail, shown unless it is switched off. */
function detail(field: 'email' | 'phone' | 'address' | 'social'): RenderField<'contact'> {
  return ({ block, set, t }) => (
    <Switch
      label={t(`contact.${field}`)}
      checked={block[field] !== false}
      onChange={(on) => set([field], on ? null : false)}
    />
  );
}

/** Fields of the blocks by which visitors hire the studio. */
export const BUSINESS_FIELDS: FieldsOf<'prices' | 'booking' | 'contact' | 'map'> = {
  prices: {
    mode: ({ block, set, t }) => (
      <ChoiceField
        label={t('prices.mode')}
        hint={t(`prices.modeHints.${block.mode}`)}
        value={block.mode}
        onChange={(next) => set(['mode'], next)}
        options={(['live', 'own'] as const).map((value) => ({ value, label: t(`prices.modes.${value}`) }))}
      />
    ),
    sessionTypeIds: ({ block, set }) =>
      block.mode === 'live' && (
        <SessionTypesField value={block.sessionTypeIds} onChange={(ids) => set(['sessionTypeIds'], ids)} />
      ),
    items: ({ block, set, t, languages }) =>
      block.mode === 'own' && (
        <ItemsField
          label={t('prices.items')}
          addLabel={t('prices.add')}
          untitled={t('prices.untitled')}
          items={block.items ?? []}
          titleOf={({ name }) => shownText(name, languages)}
          create={() => ({ name: '' })}
          onChange={setList(set, 'items')}
        >
          {(item, change) => (
            <>
              <TextField
                label={t('prices.name')}
                value={item.name}
                max={TEXT_MAX.line}
                onChange={(next) => change({ ...item, name: withTextChange(item.name, next) ?? '' })}
              />
              <TextField
                label={t('prices.price')}
                hint={t('prices.priceHint')}
                value={item.price}
                max={TEXT_MAX.line}
                onChange={(next) => change(withField(item, 'price', withTextChange(item.price, next)))}
              />
              <TextField
                label={t('prices.text')}
                multiline
                value={item.text}
                max={TEXT_MAX.lines}
                onChange={(next) => change(withField(item, 'text', withTextChange(item.text, next)))}
              />
            </>
          )}
        </ItemsField>
      ),
  },
  booking: {
    text: ({ block, set, t }) => (
      <TextField
        label={t('booking.text')}
        hint={t('booking.hint')}
        multiline
        value={block.text}
        max={TEXT_MAX.lines}
        onChange={setText(set, 'text')}
      />
    ),
    label: ({ block, set, t, languages }) => (
      <TextField
        label={t('button.label')}
        placeholder={SITE_TEXTS[languages.language].book}
        value={block.label}
        max={TEXT_MAX.line}
        onChange={setText(set, 'label')}
      />
    ),
  },
  contact: {
    email: detail('email'),
    phone: detail('phone'),
    address: detail('address'),
    social: detail('social'),
    form: ({ block, set, t }) => (
      <Switch
        label={t('contact.form')}
        hint={t('contact.formHint')}
        checked={block.form === true}
        onChange={(on) => set(['form'], on || null)}
      />
    ),
  },
  map: {
    address: ({ block, set, t }) => (
      <LineField
        label={t('map.address')}
        hint={t('map.addressHint')}
        value={block.address}
        max={TEXT_MAX.line}
        onChange={(address) => set(['address'], address)}
      />
    ),
    label: ({ block, set, t, languages }) => (
      <TextField
        label={t('map.label')}
        placeholder={SITE_TEXTS[languages.language].map}
        value={block.label}
        max={TEXT_MAX.line}
        onChange={setText(set, 'label')}
      />
    ),
  },
};
