import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { MAX_MERGED_PEOPLE, personDetails } from '#core/domain/galleries/proofing.ts';
import { mutators } from '#core/zero/mutators.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { PersonMark } from '#web/components/ui/lists/person-mark.tsx';
import { ConfirmDialog, Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useFields, useForm } from '#web/lib/forms/use-form.ts';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { PersonRow } from '../types.ts';
import type { Proofing } from '../use-proofing.ts';
import { keptPerson } from './kept-person.ts';

interface PeopleDialogProps {
  gallery: GalleryRow;
  proofing: Proofing;
  onClose: () => void;
}

/** People who choose in a gallery: their names, and merging those who are one. */
export function PeopleDialog({ gallery, proofing, onClose }: PeopleDialogProps) {
  const { t } = useTranslation('proofing');
  const mutate = useMutation();
  const { people, nameOf } = proofing;
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setAsking] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const [renaming, setRenaming] = useState<PersonRow | null>(null);
  const selected = people.filter(({ id }) => ticked.has(id));
  const kept = keptPerson(selected);
  const others = selected.filter((person) => person !== kept);
  const mergeText = {
    name: nameOf(kept?.id ?? null).name,
    names: others.map(({ id }) => nameOf(id).name).join(', '),
  };
  const merge = async () => {
    setAsking(false);
    if (!kept) return;
    const request = mergeRequest(gallery.id, kept, others);
    if (await mutate(request, { done: t('people.merged', { name: mergeText.name }) })) setTicked(new Set());
  };
  const toggle = (id: string, on: boolean) =>
    setTicked((before) => new Set([...[...before].filter((other) => other !== id), ...(on ? [id] : [])]));
  const guestsOnly = selected.length > 0 && selected.every(({ role }) => role === 'guest');
  const unnamed = people.filter(({ role, name, email }) => role === 'guest' && !name && !email);
  const remove = async () => {
    setRemoving(false);
    const done = t('people.removed', { count: selected.length });
    if (await mutate(removeRequest(gallery.id, selected), { done })) setTicked(new Set());
  };
  const named = selected.filter((person) => !unnamed.includes(person)).map(({ id }) => nameOf(id).name);
  const canMerge = others.length > 0 && others.length <= MAX_MERGED_PEOPLE;
  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={t('people.title')}
        description={people.length > 0 ? t('people.intro') : t('people.empty')}
        footer={
          <>
            {guestsOnly && (
              <Button writes variant="danger" onClick={() => setRemoving(true)}>
                {t('people.removeCount', { count: selected.length })}
              </Button>
            )}
            <Button writes disabled={!canMerge} onClick={() => setAsking(true)}>
              {canMerge ? t('people.mergeCount', { count: selected.length }) : t('people.merge')}
            </Button>
            <Button variant="primary" onClick={onClose}>
              {t('people.done')}
            </Button>
          </>
        }
      >
        {unnamed.length > 1 && (
          <Button size="small" className="self-start" onClick={() => setTicked(new Set(unnamed.map(({ id }) => id)))}>
            {t('people.selectUnnamed', { count: unnamed.length })}
          </Button>
        )}
        <ul className="flex flex-col divide-y divide-line border-y border-line empty:hidden">
          {people.map((person) => (
            <PersonItem
              key={person.id}
              person={person}
              name={nameOf(person.id).name}
              isTicked={ticked.has(person.id)}
              onTick={(on) => toggle(person.id, on)}
              onRename={() => setRenaming(person)}
            />
          ))}
        </ul>
      </Dialog>
      <ConfirmDialog
        open={isAsking && canMerge}
        onOpenChange={setAsking}
        title={t('people.mergeTitle', { name: mergeText.name })}
        description={t(
          others.some(({ role }) => role === 'client') ? 'people.mergeInvites' : 'people.mergeText',
          mergeText,
        )}
        confirmLabel={t('people.merge')}
        onConfirm={() => void merge()}
      />
      <ConfirmDialog
        open={isRemoving && guestsOnly}
        onOpenChange={setRemoving}
        title={t('people.removeTitle', { count: selected.length })}
        description={[named.length > 0 && t('people.removeNamed', { names: named.join(', ') }), t('people.removeText')]
          .filter(Boolean)
          .join(' ')}
        confirmLabel={t('people.remove')}
        onConfirm={() => void remove()}
      />
      {renaming && <RenameDialog person={renaming} onClose={() => setRenaming(null)} />}
    </>
  );
}

function mergeRequest(galleryId: string, { id: keepId }: PersonRow, others: readonly PersonRow[]) {
  const mergeIds = others.map(({ id }) => id);
  return mutators.proofing.mergePeople({ galleryId, keepId, mergeIds, now: Date.now() });
}

function removeRequest(galleryId: string, guests: readonly PersonRow[]) {
  return mutators.proofing.removeGuests({ galleryId, ids: guests.map(({ id }) => id), now: Date.now() });
}

interface PersonItemProps {
  person: PersonRow;
  name: string;
  isTicked: boolean;
  onTick: (on: boolean) => void;
  onRename: () => void;
}

function PersonItem({ person: { role, email, grant, color }, name, isTicked, onTick, onRename }: PersonItemProps) {
  const { t } = useTranslation('proofing');
  const status = role === 'guest' ? 'guest' : grant?.status === 'revoked' ? 'revoked' : 'client';
  return (
    <li className="flex min-h-16 items-center gap-3 py-1">
      <Checkbox hideLabel label={t('people.select', { name })} checked={isTicked} onChange={onTick} />
      <PersonMark name={name} color={color} />
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-caption text-soft">
          {[t(`people.${status}`), email !== name && email].filter(Boolean).join(' · ')}
        </p>
      </div>
      <IconButton label={t('people.rename', { name })} icon={<Pencil aria-hidden />} writes onClick={onRename} />
    </li>
  );
}

const personName = z.object({ name: personDetails.shape.name.min(1) });

function RenameDialog({ person: { id, name: former }, onClose }: { person: PersonRow; onClose: () => void }) {
  const { t } = useTranslation(['proofing', 'common']);
  const mutate = useMutation();
  const form = useForm(useFields({ name: former }), personName, async ({ name }) => {
    const rename = (to: string) => mutators.proofing.renamePerson({ id, name: to, now: Date.now() });
    const done = t('people.renamed', { name });
    if (await mutate(rename(name), { done, ...(former && { undo: () => rename(former) }) })) onClose();
  });
  return (
    <FormDialog
      title={t('people.renameTitle')}
      submitLabel={t('common:save')}
      button={{ writes: true }}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <Field label={t('people.renameTitle')} required error={form.error('name') && t('people.nameNeeded')}>
        <TextInput autoComplete="off" {...form.input('name')} />
      </Field>
    </FormDialog>
  );
}
