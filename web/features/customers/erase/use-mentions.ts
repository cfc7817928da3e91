import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { formatLocation } from '#core/domain/sessions/locations.ts';
import { readTranslations } from '#core/domain/values/primitives.ts';
import type { Translations } from '#core/domain/values/translations.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { MAX_CUSTOMERS } from '#core/zero/queries/customers.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { customerHref, galleryHref, sessionHref } from '#web/lib/paths.ts';
import { type Request } from '#web/lib/sync/use-mutation.tsx';
import type { CustomerRow } from '../types.ts';
import { personMatcher, queryTexts, translationsWithout } from './person-matcher.ts';

type Kind =
  | 'gallery'
  | 'description'
  | 'section'
  | 'filenames'
  | 'label'
  | 'location'
  | 'theirLocation'
  | 'client'
  | 'session';

/** A text outside the client's own row that identifies them. */
export interface Mention {
  key: string;
  kind: Kind;
  text: string;
  href?: string;
  /** Removes the text; absent if it is in another person's notes. */
  remove?: () => Request;
  undo?: () => Request;
}

/** Lists texts that mention a client, each with the mutation that removes it. */
export function useMentions(customer: CustomerRow): { mentions: readonly Mention[]; isComplete: boolean } {
  const { t } = useTranslation('customers');
  const format = useFormat();
  // The first contact has the client's own details; its name may be another.
  const people = [
    customer,
    ...customer.contacts.map(({ name, email, phone }) => ({ name, email, phone, address: '' })),
  ];
  const matchers = people.map(personMatcher);
  const matches = (text: string) => matchers.some((isMatch) => isMatch(text));
  const texts = [...new Set(people.flatMap(queryTexts))].slice(0, 20);
  // A name such as "Jo" has nothing to search for.
  const search = { texts: texts.length > 0 ? texts : [customer.name] };
  const theirs = { customerId: customer.id };
  const [galleries, all] = useQuery(queries.galleries.list({ limit: 1000 }));
  const [sections, sectionState] = useQuery(queries.mentions.sections({}));
  const [photos, photoState] = useQuery(queries.mentions.photos(search));
  const [grants] = useQuery(queries.mentions.grants(search));
  const [sessions] = useQuery(queries.mentions.sessions({ ...theirs, ...search }));
  const [locations] = useQuery(queries.locations.list());
  const [visited, locationState] = useQuery(queries.mentions.locations(theirs));
  const [customers] = useQuery(queries.customers.list({ limit: MAX_CUSTOMERS }));
  const updateGallery = (id: string, changes: { name?: string; description?: string; translations?: Translations }) =>
    mutators.galleries.update({ id, changes, now: Date.now() });
  const ofGalleries = galleries.flatMap(({ id, name, description, date, createdAt, settings }): Mention[] => {
    const neutral = t('erase.galleryTitle', { date: format.day(date ?? createdAt) });
    const one = { href: galleryHref(id) };
    const translations = readTranslations(settings);
    const { found, rest } = translationsWithout(translations, matches);
    const parts: Mention[] = [
      {
        ...one,
        key: `gallery:${id}`,
        kind: 'gallery',
        text: name,
        remove: () => updateGallery(id, { name: neutral }),
        undo: () => updateGallery(id, { name }),
      },
      {
        ...one,
        key: `description:${id}`,
        kind: 'description',
        text: description,
        remove: () => updateGallery(id, { description: '' }),
        undo: () => updateGallery(id, { description }),
      },
      {
        ...one,
        key: `translations:${id}`,
        kind: 'gallery',
        text: found.join(' · '),
        remove: () => updateGallery(id, { translations: rest }),
        undo: () => updateGallery(id, { translations }),
      },
    ];
    return parts.filter(({ text }) => matches(text));
  });
  const updateSection = (id: string, changes: { name: string; translations: Translations }) =>
    mutators.sections.update({ id, changes, now: Date.now() });
  const ofSections = sections.flatMap(({ id, name, galleryId, translations }): Mention[] => {
    const { found, rest } = translationsWithout(translations, matches);
    const isNamed = matches(name);
    if (!isNamed && found.length === 0) return [];
    return [
      {
        key: `section:${id}`,
        kind: 'section',
        text: [...(isNamed ? [name] : []), ...found].join(' · '),
        href: galleryHref(galleryId),
        remove: () => updateSection(id, { name: isNamed ? t('erase.sectionName') : name, translations: rest }),
        undo: () => updateSection(id, { name, translations }),
      },
    ];
  });
  const named = Map.groupBy(
    photos.filter(({ filename, sourceFilename }) => matches(filename) || matches(sourceFilename ?? '')),
    ({ galleryId }) => galleryId,
  );
  const ofPhotos = [...named].map(([galleryId, group]): Mention => {
    const photoIds = group.map(({ id }) => id);
    const rename = (filenames: string[], sourceFilenames: string[]) =>
      mutators.photos.rename({ galleryId, photoIds, filenames, sourceFilenames, now: Date.now() });
    const filenames = group.map(({ filename }) => filename);
    const sourceFilenames = group.map(({ filename, sourceFilename }) => sourceFilename ?? filename);
    const neutral = filenames.map((name, index) => `photo-${index + 1}${/\.[^.]+$/.exec(name)?.[0] ?? ''}`);
    return {
      key: `filenames:${galleryId}`,
      kind: 'filenames',
      text: t('erase.files', { count: group.length, name: filenames[0]! }),
      href: galleryHref(galleryId),
      remove: () => rename(neutral, neutral),
      undo: () => rename(filenames, sourceFilenames),
    };
  });
  const ofGrants = grants.map(({ id, label, galleryId }): Mention => ({
    key: `label:${id}`,
    kind: 'label',
    text: label,
    href: galleryHref(galleryId, 'galleryAccess'),
    remove: () => mutators.grants.setLabel({ id, label: '', now: Date.now() }),
    undo: () => mutators.grants.setLabel({ id, label, now: Date.now() }),
  }));
  const onlyTheirs = new Set(
    visited.filter((one) => one.sessions.length === 0 && one.plans.length === 0).map(({ id }) => id),
  );
  const ofLocations = locations.flatMap((location): Mention[] => {
    const { id, name, address, notes } = location;
    const isTheirs = onlyTheirs.has(id);
    if (!isTheirs && !matches(`${name}\n${address}\n${notes}`)) return [];
    return [
      {
        key: `location:${id}`,
        kind: isTheirs ? 'theirLocation' : 'location',
        text: formatLocation(location),
        remove: () => mutators.locations.remove({ id, now: Date.now() }),
        undo: () => mutators.locations.restore({ id, name, address, notes, now: Date.now() }),
      },
    ];
  });
  const ofClients = customers
    .filter(({ id, notes }) => id !== customer.id && matches(notes))
    .map(({ id, name }): Mention => ({ key: `client:${id}`, kind: 'client', text: name, href: customerHref(id) }));
  const ofSessions = sessions
    .filter(({ type, notes, clientMessage, location }) => matches([type, notes, clientMessage, location].join('\n')))
    .map(({ id, date, customer: whose }): Mention => ({
      key: `session:${id}`,
      kind: 'session',
      text: [whose?.name, format.day(date)].filter(Boolean).join(' · '),
      href: sessionHref(id),
    }));
  return {
    mentions: [
      ...ofGalleries,
      ...ofSections,
      ...ofPhotos,
      ...ofGrants.filter(({ text }) => matches(text)),
      ...ofLocations,
      ...ofClients,
      ...ofSessions,
    ],
    isComplete: [all, sectionState, photoState, locationState].every(({ type }) => type === 'complete'),
  };
}
