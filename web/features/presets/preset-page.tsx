import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useNewDraft } from '#web/lib/forms/new-draft.ts';
import { paths } from '#web/lib/paths.ts';
import { useStore } from '#web/lib/sync/store.tsx';
import { type MutationOptions, useMutation } from '#web/lib/sync/use-mutation.tsx';
import { type PresetRow, useRemovePreset } from './preset-actions.ts';
import { PresetForm } from './preset-form.tsx';
import { EMPTY_PRESET, type PresetValues, toPresetSettings, toPresetValues } from './preset-values.ts';

/** Creates or edits a preset. */
export function PresetPage() {
  const { t } = useTranslation('presets');
  const { presetId = '' } = useParams();
  const [rows, { type }] = useQuery(queries.presets.list());
  const preset = rows.find(({ id }) => id === presetId);
  const back = { to: paths.presets, label: t('title') };
  if (presetId === 'new') {
    return (
      <>
        <PageHeader title={t('new')} back={back} />
        <Create />
      </>
    );
  }
  if (preset) return <Edit key={preset.id} preset={preset} />;
  if (type !== 'complete') return <LoadingPlaceholder className="mt-8 h-24" />;
  return (
    <EmptyState
      title={t('missing')}
      action={
        <Link to={paths.presets} className={buttonClass()}>
          {t('title')}
        </Link>
      }
    />
  );
}

function Create() {
  const { t } = useTranslation('presets');
  const account = useAccount();
  const mutate = useMutation();
  const navigate = useNavigate();
  const [rows, { type }] = useQuery(queries.presets.list());
  const newDraft = useNewDraft(`preset-new:${account.id}`);
  const { id } = newDraft;
  if (rows.some((preset) => preset.id === id)) newDraft.reset(type);
  const save = async (values: PresetValues) => {
    const name = values.name.trim();
    const request = mutators.presets.create({ id, name, settings: toPresetSettings(values), now: Date.now() });
    const done = await newDraft.submit((options) =>
      mutate(request, {
        done: t('created', { name }),
        undo: () => mutators.presets.remove({ id, now: Date.now() }),
        ...options,
      }),
    );
    if (done) await navigate(paths.presets, { replace: true });
  };
  return (
    <PresetForm
      key={newDraft.formKey}
      draftKey={newDraft.key}
      saved={EMPTY_PRESET}
      saveLabel={t('create')}
      onSave={save}
    />
  );
}

function Edit({ preset }: { preset: PresetRow }) {
  const { t } = useTranslation(['presets', 'common']);
  const mutate = useMutation();
  const navigate = useNavigate();
  const remove = useRemovePreset();
  const { writable } = useStore();
  const { id, name, settings } = preset;
  const save = async (values: PresetValues, options: MutationOptions) => {
    const [presetName, presetSettings] = [values.name.trim(), toPresetSettings(values)];
    const isSaid = JSON.stringify(presetSettings) !== JSON.stringify(toPresetSettings(toPresetValues(name, settings)));
    const changes = { ...(presetName !== name && { name: presetName }), ...(isSaid && { settings: presetSettings }) };
    const done = await mutate(mutators.presets.update({ id, changes, now: Date.now() }), {
      done: t('saved'),
      undo: () => mutators.presets.update({ id, changes: { name, settings }, now: Date.now() }),
      ...options,
    });
    if (done) await navigate(paths.presets);
  };
  const takeAway = async () => {
    if (await remove(preset)) await navigate(paths.presets, { replace: true });
  };
  return (
    <>
      <PageHeader
        title={name}
        back={{ to: paths.presets, label: t('title') }}
        actions={
          <Button variant="quiet" disabled={!writable} onClick={() => void takeAway()}>
            {t('remove')}
          </Button>
        }
      />
      <PresetForm
        draftKey={`preset:${id}`}
        saved={toPresetValues(name, settings)}
        saveLabel={t('common:save')}
        onSave={save}
      />
    </>
  );
}
