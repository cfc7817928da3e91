import { useQuery } from '@rocicorp/zero/react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useNewDraft } from '#web/lib/forms/new-draft.ts';
import { paths, watermarkHref } from '#web/lib/paths.ts';
import type { MutationOptions } from '#web/lib/sync/use-mutation.tsx';
import { type DrawnImage, imageTone, type Tone } from './draw-watermark.ts';
import { RemoveWatermark } from './remove-watermark.tsx';
import { pickWatermarkLayout, type WatermarkRow, type WatermarkValues } from './types.ts';
import { type SaveOutcome, useSaveWatermark, type WatermarkContent } from './use-save-watermark.ts';
import { useWatermarkImage, type WatermarkImage } from './use-watermark-image.ts';
import { WatermarkForm } from './watermark-form.tsx';

/** Creates or edits one watermark. */
export function WatermarkPage() {
  const { t } = useTranslation('watermarks');
  const { watermarkId = '' } = useParams();
  const [rows, { type }] = useQuery(queries.watermarks.list());
  const mark = rows.find(({ id }) => id === watermarkId);
  if (watermarkId === 'new') {
    return (
      <Page title={t('new')}>
        <Create />
      </Page>
    );
  }
  if (mark) return <Edit key={mark.id} mark={mark} />;
  if (type !== 'complete') return <LoadingPlaceholder className="mt-8 h-24" />;
  return (
    <EmptyState
      title={t('missing')}
      action={
        <Link to={paths.watermarks} className={buttonClass()}>
          {t('title')}
        </Link>
      }
    />
  );
}

function Page({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation('watermarks');
  return (
    <>
      <PageHeader title={title} back={{ to: paths.watermarks, label: t('title') }} />
      {children}
    </>
  );
}

const contentOf = ({ name, text, ...layout }: WatermarkValues): WatermarkContent => ({
  name: name.trim(),
  text: text.trim(),
  ...pickWatermarkLayout(layout),
});

function Create() {
  const { t } = useTranslation('watermarks');
  const account = useAccount();
  const navigate = useNavigate();
  const { create } = useSaveWatermark();
  const [rows, { type }] = useQuery(queries.watermarks.list());
  const newDraft = useNewDraft(`watermark-new:${account.id}`);
  const { id } = newDraft;
  if (rows.some((mark) => mark.id === id)) newDraft.reset(type);
  const save = async (
    values: WatermarkValues,
    _changes: Partial<WatermarkValues>,
    drawn: DrawnImage | null,
  ): Promise<void> => {
    if (!drawn) return;
    const content = contentOf({ ...values, text: values.kind === 'text' ? values.text : '' });
    let outcome = 'refused' as SaveOutcome;
    const done = await newDraft.submit(async (options) => {
      outcome = await create(id, values.kind, content, drawn.blob, options);
      return outcome !== 'refused';
    });
    if (done) await navigate(outcome === 'saved' ? paths.watermarks : watermarkHref(id), { replace: true });
  };
  const start: WatermarkValues = {
    name: '',
    kind: 'text',
    text: `© ${account.name}`,
    tone: 'light',
    position: 'bottom_right',
    size: 25,
    opacity: 60,
    isTiled: false,
  };
  return (
    <WatermarkForm
      key={newDraft.formKey}
      draftKey={newDraft.key}
      saved={start}
      fixedKind={false}
      stored={null}
      saveLabel={t('create')}
      onSave={save}
    />
  );
}

function Edit({ mark }: { mark: WatermarkRow }) {
  const { t } = useTranslation(['watermarks', 'common']);
  const navigate = useNavigate();
  const { update } = useSaveWatermark();
  const image = useWatermarkImage(mark);
  const tone = useTone(mark, image);
  const { id, name, kind, text, imageVersion, imageWidth, imageHeight } = mark;
  const stored = image && imageWidth && imageHeight ? { ...image, width: imageWidth, height: imageHeight } : null;
  // True if the text is saved but its image was not uploaded.
  const [isImageMissing, setImageMissing] = useState(false);
  const save = async (
    values: WatermarkValues,
    changes: Partial<WatermarkValues>,
    drawn: DrawnImage | null,
    mutationOptions: MutationOptions,
  ): Promise<void> => {
    // Upload the drawn text only if text or tone changed.
    const isDrawn = kind === 'text' && values.text.trim() === text && values.tone === tone;
    const content = Object.entries(contentOf(values)).filter(([field]) => field in changes);
    const picture = isDrawn && imageVersion > 0 && !isImageMissing ? null : (drawn?.blob ?? null);
    const outcome = await update(id, Object.fromEntries(content), picture, mutationOptions);
    setImageMissing(outcome === 'pictureless');
    if (outcome === 'saved') await navigate(paths.watermarks);
  };
  const remove = <RemoveWatermark mark={mark} onRemoved={() => void navigate(paths.watermarks, { replace: true })} />;
  return (
    <>
      <PageHeader title={name} back={{ to: paths.watermarks, label: t('title') }} actions={remove} />
      {tone === null ? (
        <LoadingPlaceholder className="h-96" />
      ) : (
        <WatermarkForm
          draftKey={`watermark:${id}`}
          saved={{ name, kind, text, tone, ...pickWatermarkLayout(mark) }}
          fixedKind
          stored={isImageMissing ? null : stored}
          saveLabel={t('common:save')}
          onSave={save}
        />
      )}
    </>
  );
}

/** Returns the tone of a text watermark. It is not stored, so it is read from the image; null until that is loaded. */
function useTone(mark: WatermarkRow, image: WatermarkImage | null): Tone | null {
  const known = mark.kind === 'image' || mark.imageVersion === 0;
  const [tone, setTone] = useState<Tone | null>(known ? 'light' : null);
  const blob = image?.blob;
  useEffect(() => {
    if (!blob) return;
    imageTone(blob).then(setTone, () => setTone('light'));
  }, [blob]);
  return tone;
}
