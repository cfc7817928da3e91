import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { RecordPage } from '#web/components/layout/record-page.tsx';
import { SettingsForms } from '#web/components/layout/settings-forms.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useNewDraft } from '#web/lib/forms/new-draft.ts';
import type { PresetRow } from '#web/lib/galleries/apply-preset.ts';
import { paths } from '#web/lib/paths.ts';
import { type MutationOptions, useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useRemovePreset } from './preset-actions.ts';
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
  return (
    <RecordPage record={preset} isComplete={type === 'complete'} missing={{ title: t('missing'), back }}>
      {(present) => <Edit preset={present} />}
    </RecordPage>
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
    <div className="column">
      <PresetForm
        key={newDraft.formKey}
        draftKey={newDraft.key}
        saved={EMPTY_PRESET}
        saveLabel={t('create')}
        onSave={save}
      />
    </div>
  );
}

function Edit({ preset }: { preset: PresetRow }) {
  const { t } = useTranslation('presets');
  const mutate = useMutation();
  const navigate = useNavigate();
  const remove = useRemovePreset();
  const { id, name, settings } = preset;
  const save = async (values: PresetValues, options: MutationOptions) => {
    const [presetName, presetSettings] = [values.name.trim(), toPresetSettings(values)];
    const isSaid = JSON.stringify(presetSettings) !== JSON.stringify(toPresetSettings(toPresetValues(name, settings)));
    const changes = { ...(presetName !== name && { name: presetName }), ...(isSaid && { settings: presetSettings }) };
    await mutate(mutators.presets.update({ id, changes, now: Date.now() }), {
      done: t('saved'),
      undo: () => mutators.presets.update({ id, changes: { name, settings }, now: Date.now() }),
      ...options,
    });
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
          <Button variant="quiet" writes onClick={() => void takeAway()}>
            {t('remove')}
          </Button>
        }
      />
      <SettingsForms className="column">
        <PresetForm draftKey={`preset:${id}`} saved={toPresetValues(name, settings)} onSave={save} />
      </SettingsForms>
    </>
  );
}
