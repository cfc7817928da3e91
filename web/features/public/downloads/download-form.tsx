import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicGallery } from '#core/api/public.ts';
import { type DownloadSize, SHARE_BATCH } from '#core/domain/galleries/archives.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { RadioGroup, type RadioOption } from '#web/components/ui/inputs/radio-group.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { type GallerySection, namedSections } from '../photos/sections.ts';
import { useFailureText } from '../shell/failure.ts';
import {
  downloadBytes,
  type DownloadOptions,
  type DownloadScope,
  downloadSizes,
  photosInScope,
} from './download-options.ts';

interface DownloadFormProps {
  page: PublicGallery;
  sections: readonly GallerySection[];
  chosen: ReadonlySet<string>;
  failure: unknown;
  busy: boolean;
  /** True if the system's share sheet accepts images, so that a phone can save them to its photos. */
  canSave: boolean;
  onChoose: () => void;
  onOrder: (order: DownloadOptions) => void;
  onSave: (order: DownloadOptions) => void;
}

/** Form for the photos to download and their size. */
export function DownloadForm(props: DownloadFormProps) {
  const { page, sections, chosen, failure, busy, canSave, onChoose, onOrder, onSave } = props;
  const { t } = useTranslation('downloads');
  const format = useFormat();
  const failureText = useFailureText();
  const named = namedSections(sections);
  const sizes = downloadSizes(page.gallery);
  const [what, setWhat] = useState<DownloadScope['what']>(chosen.size > 0 ? 'photos' : 'all');
  const [section, setSection] = useState(named[0]?.id ?? '');
  const [size, setSize] = useState<DownloadSize>(sizes[0] ?? 'web');
  const scope = wantedOf(what, section, chosen);
  const withBytes = (text: string, of: DownloadSize) => {
    const bytes = downloadBytes(photosInScope(scope, page.photos, sections), of);
    return bytes === null ? text : `${text}, ${format.bytes(bytes)}`;
  };
  const options: RadioOption<DownloadScope['what']>[] = [
    { value: 'all', label: t('all', { count: page.gallery.photoCount }) },
    ...(named.length > 0 ? [{ value: 'section' as const, label: t('section') }] : []),
    { value: 'photos', label: chosen.size > 0 ? t('chosen', { count: chosen.size }) : t('choose') },
  ];
  const withoutPreview = photosInScope(scope, page.photos, sections).filter(({ noPreview }) => noPreview).length;
  const choosing = what === 'photos' && chosen.size === 0;
  const order = { wanted: scope, size };
  return (
    <>
      <RadioGroup label={t('what')} value={what} onChange={setWhat} options={options} />
      {what === 'section' && (
        <Field label={t('whichSection')}>
          <Select
            value={section}
            onChange={(event) => setSection(event.target.value)}
            options={named.map(({ id, name }) => ({ value: id!, label: name }))}
          />
        </Field>
      )}
      {what === 'photos' && chosen.size > 0 && (
        <Button size="small" onClick={onChoose} className="self-start">
          {t('changeChoice')}
        </Button>
      )}
      {sizes.length > 1 && !choosing && (
        <RadioGroup
          label={t('size')}
          value={size}
          onChange={setSize}
          options={sizes.map((value) => ({
            value,
            label: t(`${value}.label`),
            hint: withBytes(t(`${value}.hint`), value),
          }))}
        />
      )}
      {sizes.length === 1 && !choosing && <p className="text-soft">{withBytes(t(`${size}.label`), size)}</p>}
      {size === 'web' && withoutPreview > 0 && !choosing && (
        <p className="text-caption text-soft">{t('leftOut', { count: withoutPreview })}</p>
      )}
      {Boolean(failure) && (
        <p role="alert" className="text-danger">
          {failureText(failure)}
        </p>
      )}
      <div className="flex flex-col gap-2">
        {choosing && (
          <Button variant="primary" onClick={onChoose}>
            {t('toChoosing')}
          </Button>
        )}
        {!choosing && canSave && (
          <Button variant="primary" onClick={() => onSave(order)}>
            {t('save.start')}
          </Button>
        )}
        {!choosing && (
          <Button variant={canSave ? 'secondary' : 'primary'} loading={busy} onClick={() => onOrder(order)}>
            {t(canSave ? 'asFile' : 'start')}
          </Button>
        )}
        {!choosing && canSave && (
          <p className="text-caption text-soft">{t('save.hint', { count: SHARE_BATCH.files })}</p>
        )}
      </div>
    </>
  );
}

function wantedOf(what: DownloadScope['what'], section: string, chosen: ReadonlySet<string>): DownloadScope {
  if (what === 'section') return { what, id: section };
  if (what === 'photos') return { what, ids: [...chosen] };
  return { what };
}
