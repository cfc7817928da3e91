import { Ellipsis, Lock, LockOpen, Palette, Pencil, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import {
  PICK_LABELS,
  type ProofingSettings,
  proofingSettings,
  REMIND_INTERVAL_MS,
} from '#core/domain/galleries/proofing.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { Proofing } from '../use-proofing.ts';
import type { ListSummary } from './list-summary.ts';
import { SelectionDialog } from './selection-dialog.tsx';

const schema = z.record(
  z.string(),
  z.string().refine((name) => proofingSettings.safeParse({ labelNames: { red: name } }).success),
);

interface LabelNamesDialogProps {
  labelNames: ProofingSettings['labelNames'];
  onClose: () => void;
}

/** Names the studio's colour labels; an empty one has the colour's name. */
function LabelNamesDialog({ labelNames, onClose }: LabelNamesDialogProps) {
  const { t } = useTranslation(['proofing', 'common']);
  const mutate = useMutation();
  const stored = Object.fromEntries(PICK_LABELS.map((label) => [label, labelNames[label] ?? '']));
  const draft = useDraft('label-names', stored);
  const { discard, conflict } = draft;
  const request = (names: Record<string, string>) =>
    mutators.settings.setProofing({ proofing: { labelNames: names }, now: Date.now() });
  const form = useForm(draft, schema, async (names) => {
    const options = { done: t('common:saved'), undo: () => request(stored), ...draft.saving() };
    if (await mutate(request(names), options)) onClose();
  });
  const discardAndClose = () => {
    discard();
    onClose();
  };
  return (
    <FormDialog
      title={t('labels.title')}
      description={t('labels.text')}
      submitLabel={t('common:save')}
      button={{ writes: true }}
      onSubmit={form.submit}
      onClose={discardAndClose}
    >
      {PICK_LABELS.map((label) => (
        <Field
          key={label}
          label={t(`color.${label}`)}
          optional
          error={form.error(label) && t('labels.wrong')}
          conflict={conflict(label)}
        >
          <TextInput autoComplete="off" {...form.input(label)} />
        </Field>
      ))}
    </FormDialog>
  );
}

interface ListActionsProps {
  gallery: GalleryRow;
  proofing: Proofing;
  summary: ListSummary;
}

/** The studio's actions on a selection: reopen, lock, remind, change, delete. */
export function ListActions({ gallery, proofing, summary }: ListActionsProps) {
  const { t } = useTranslation('proofing');
  const { role } = useAccount();
  const mutate = useMutation();
  const now = useNow();
  const [dialog, setDialog] = useState<'edit' | 'reopen' | 'labels' | null>(null);
  const close = () => setDialog(null);
  const { list } = summary;
  const { id, name, status } = list;
  const act = () => ({ id, now: Date.now() });
  const lock = () =>
    mutate(mutators.proofing.setListStatus({ ...act(), to: 'locked', notify: false }), {
      done: t('act.locked'),
      undo: () => mutators.proofing.undoLock(act()),
    });
  const remove = () =>
    mutate(mutators.proofing.removeList(act()), {
      done: t('act.removed', { name }),
      undo: () => mutators.proofing.restoreList(act()),
    });
  const isTooSoon = list.remindedAt !== null && now - list.remindedAt < REMIND_INTERVAL_MS;
  return (
    <>
      {status === 'open' ? (
        <Button
          size="small"
          icon={<Send />}
          writes
          disabled={isTooSoon}
          onClick={() => void mutate(mutators.proofing.remind(act()), { done: t('act.reminded') })}
        >
          {t('act.remind')}
        </Button>
      ) : (
        <Button size="small" icon={<LockOpen />} writes onClick={() => setDialog('reopen')}>
          {t('act.reopen')}
        </Button>
      )}
      {status !== 'locked' && (
        <Button
          size="small"
          variant={status === 'submitted' ? 'primary' : 'secondary'}
          icon={<Lock />}
          writes
          onClick={() => void lock()}
        >
          {t('act.lock')}
        </Button>
      )}
      <Menu
        trigger={<IconButton label={t('act.more')} icon={<Ellipsis aria-hidden />} className="order-last" />}
        groups={[
          {
            items: [
              { label: t('act.edit'), icon: <Pencil />, onSelect: () => setDialog('edit') },
              ...(can(role, 'account.update')
                ? [{ label: t('act.labels'), icon: <Palette />, onSelect: () => setDialog('labels') }]
                : []),
            ],
          },
          {
            items: [
              {
                label: t('act.remove'),
                icon: <Trash2 />,
                tone: 'danger',
                writes: true,
                onSelect: () => void remove(),
              },
            ],
          },
        ]}
      />
      {dialog === 'edit' && <SelectionDialog {...{ gallery, proofing, list }} onClose={close} />}
      {dialog === 'reopen' && <ReopenDialog id={id} name={name} onClose={close} />}
      {dialog === 'labels' && <LabelNamesDialog labelNames={proofing.labelNames} onClose={close} />}
    </>
  );
}

/** Asks before a selection is open again: people may be told by email, which cannot be undone. */
function ReopenDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { t } = useTranslation('proofing');
  const mutate = useMutation();
  const [notify, setNotify] = useState(true);
  const reopen = async () => {
    const request = mutators.proofing.setListStatus({ id, to: 'open', notify, now: Date.now() });
    if (await mutate(request, { done: t('act.reopened') })) onClose();
  };
  return (
    <FormDialog
      title={t('act.reopenTitle', { name })}
      description={t('act.reopenText')}
      submitLabel={t('act.reopen')}
      button={{ writes: true }}
      onSubmit={reopen}
      onClose={onClose}
    >
      <Checkbox label={t('edit.notify')} hint={t('edit.notifyHint')} checked={notify} onChange={setNotify} />
    </FormDialog>
  );
}
