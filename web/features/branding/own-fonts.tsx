import { Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  customFontValue,
  FONT_FILES,
  FONT_KEYS,
  type FontKey,
  MAX_FONT_BYTES,
  MAX_FONTS,
} from '#core/domain/branding/fonts.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Progress } from '#web/components/ui/feedback/progress.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { FilePicker } from '#web/components/ui/inputs/upload-dropzone.tsx';
import { ConfirmDialog, Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { findFont, type FontRow, InFont } from '#web/lib/fonts/font-loading.tsx';
import { FontUploadError, uploadFont } from './upload-font.ts';

interface OwnFontsProps {
  own: readonly FontRow[];
  /** The stored theme: a font in use is named before it is deleted. */
  saved: Readonly<Record<FontKey, string>>;
  /** Called after a font was deleted, with its stored value. */
  onRemove: (value: string) => void;
  readOnly: boolean;
}

/** The studio's uploaded fonts: upload, confirmation of their licence, deletion. */
export function OwnFonts({ own, saved, onRemove, readOnly }: OwnFontsProps) {
  const { t } = useTranslation(['fonts', 'errors']);
  const { client } = useAuth();
  const account = useAccount();
  const format = useFormat();
  const [part, setPart] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const upload = async ([file]: File[]) => {
    if (!file) return;
    setFailure(null);
    setPart(0);
    try {
      const getToken = async () => (await client.getSession()).data.session?.access_token ?? null;
      const { id } = await uploadFont(file, { accountId: account.id, getToken, onProgress: setPart });
      setAsked(id);
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setPart(null);
    }
  };
  const failureText = (error: unknown) => {
    const { code, message } = error instanceof FontUploadError ? error : new FontUploadError('Upload failed');
    return code ? t(`errors:${code}` as 'errors:unknown', { defaultValue: message }) : message;
  };
  const font = own.find(({ id }) => id === asked);
  return (
    <section aria-label={t('own.title')} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-col gap-0.5">
          <h3 className="font-medium">{t('own.title')}</h3>
          <p className="text-caption text-soft">{t('own.hint', { size: format.bytes(MAX_FONT_BYTES) })}</p>
        </div>
        <FilePicker
          label={t('own.upload')}
          icon={<Upload />}
          accept={FONT_FILES}
          disabled={readOnly || part !== null || own.length >= MAX_FONTS}
          onFiles={(files) => void upload(files)}
        />
      </div>
      <div role="status">
        {part !== null && (
          <Progress label={t(part < 1 ? 'own.sending' : 'own.reading')} value={part < 1 ? part : null} />
        )}
      </div>
      {failure && (
        <p role="alert" className="text-caption text-danger">
          {failure}
        </p>
      )}
      {own.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {own.map((one) => (
            <OwnFont
              key={one.id}
              font={one}
              saved={saved}
              readOnly={readOnly}
              onConfirm={() => setAsked(one.id)}
              onRemove={onRemove}
            />
          ))}
        </ul>
      )}
      {asked !== null && <LicenceDialog key={asked} font={font ?? null} onClose={() => setAsked(null)} />}
    </section>
  );
}

interface OwnFontProps extends Pick<OwnFontsProps, 'saved' | 'onRemove' | 'readOnly'> {
  font: FontRow;
  onConfirm: () => void;
}

function OwnFont({ font, saved, onRemove, readOnly, onConfirm }: OwnFontProps) {
  const { t } = useTranslation('fonts');
  const format = useFormat();
  const { id, fontFamily: name, fontType, fileSize, metadata } = font;
  const facts = [
    fontType.toUpperCase(),
    format.bytes(fileSize),
    ...(metadata.missing ? [t('own.lacks', { characters: Array.from(metadata.missing).join(' ') })] : []),
  ];
  return (
    <li className="flex min-h-14 items-center gap-3 py-2">
      <div className="flex min-w-0 grow flex-col">
        <InFont font={findFont(customFontValue(id), [font])} className="truncate text-lead">
          {name}
        </InFont>
        <span className="text-caption text-soft">{facts.join(' · ')}</span>
      </div>
      {!metadata.confirmed && (
        <Button size="small" disabled={readOnly} onClick={onConfirm}>
          {t('own.confirm')}
        </Button>
      )}
      {!readOnly && <RemoveFont font={font} saved={saved} onRemove={onRemove} />}
    </li>
  );
}

/** Asks before it deletes, naming where the font is used: its file cannot be restored. */
function RemoveFont({ font: { id, fontFamily: name }, saved, onRemove }: Omit<OwnFontProps, 'readOnly' | 'onConfirm'>) {
  const { t } = useTranslation('fonts');
  const mutate = useMutation();
  const [asking, setAsking] = useState(false);
  const value = customFontValue(id);
  const uses = FONT_KEYS.filter((key) => saved[key] === value).map((key) => t(`keys.${key}`));
  const remove = async () => {
    setAsking(false);
    if (await mutate(mutators.fonts.remove({ id, now: Date.now() }), { done: t('own.removed', { name }) })) {
      onRemove(value);
    }
  };
  return (
    <>
      <IconButton
        label={t('own.remove', { name })}
        icon={<Trash2 aria-hidden />}
        writes
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('remove.title', { name })}
        description={uses.length > 0 ? t('remove.used', { places: uses.join(', ') }) : t('remove.unused')}
        confirmLabel={t('remove.confirm')}
        onConfirm={() => void remove()}
      />
    </>
  );
}

interface LicenceDialogProps {
  /** Null until the uploaded font has arrived here. */
  font: FontRow | null;
  onClose: () => void;
}

/** Shows what the font says of its licence; it can be used once a person says that they may. */
function LicenceDialog({ font, onClose }: LicenceDialogProps) {
  const { t } = useTranslation(['fonts', 'common']);
  const mutate = useMutation();
  const [isAllowed, setAllowed] = useState(false);
  const { copyright = '', licence = '', licenceUrl = '', missing = '' } = font?.metadata ?? {};
  const confirm = async () => {
    if (!font) return;
    onClose();
    const { id, fontFamily: name } = font;
    await mutate(mutators.fonts.confirm({ id, now: Date.now() }), { done: t('licence.done', { name }) });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('licence.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('licence.later')}</Button>
          <Button variant="primary" writes disabled={!isAllowed} loading={!font} onClick={() => void confirm()}>
            {t('licence.confirm')}
          </Button>
        </>
      }
    >
      {font && (
        <InFont font={findFont(customFontValue(font.id), [font])} className="text-title wrap-anywhere">
          {font.fontFamily}
        </InFont>
      )}
      {missing && <p className="text-warning">{t('licence.lacks', { characters: Array.from(missing).join(' ') })}</p>}
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard has to scroll a long licence
        tabIndex={0}
        role="region"
        aria-label={t('licence.text')}
        className="flex max-h-60 flex-col gap-3 overflow-y-auto rounded-control bg-sunken p-4 text-caption wrap-anywhere"
      >
        {copyright && <p>{copyright}</p>}
        <p className="whitespace-pre-line">{licence || t('licence.none')}</p>
        {licenceUrl && (
          <a href={licenceUrl} target="_blank" rel="noreferrer">
            {licenceUrl}
          </a>
        )}
      </div>
      <Checkbox
        label={t('licence.allowed')}
        hint={t('licence.allowedHint')}
        checked={isAllowed}
        onChange={setAllowed}
      />
    </Dialog>
  );
}
