import { Pencil, Undo2 } from 'lucide-react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_COMMENT } from '#core/domain/galleries/comment-limits.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Textarea, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useGuestName } from '../../shell/guest-name.ts';
import type { CommentDraft } from './comment-drafts.ts';
import { marksOf } from './draft-marks.ts';

interface ComposerProps {
  galleryId: string;
  draft: CommentDraft;
  onChange: (changes: Partial<CommentDraft>) => void;
  /** Says who will read it. */
  readers: string;
  /** True if the visitor has no name yet: the comment then asks for it. */
  asksName: boolean;
  /** Null for a video, whose frames differ. */
  onMark: (() => void) | null;
  onSend: (name: string) => void;
}

/** A new comment, with an optional mark on the photo. */
export function Composer({ galleryId, draft, onChange, readers, asksName, onMark, onSend }: ComposerProps) {
  const { t } = useTranslation('comments');
  const [name, setName] = useGuestName(galleryId);
  const { body, steps } = draft;
  const { strokes } = marksOf(steps);
  const canSend = body.trim() !== '' || strokes.length > 0;
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (canSend) onSend(name.trim());
  };
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-3 border-t border-line p-4">
      <Field label={t('write')} hint={readers} hideLabel>
        <Textarea
          rows={2}
          value={body}
          maxLength={MAX_COMMENT}
          placeholder={t('write')}
          onChange={({ target }) => onChange({ body: target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
          }}
          className="max-h-40!"
        />
      </Field>
      {asksName && canSend && (
        <Field label={t('name')} optional>
          <TextInput
            value={name}
            maxLength={120}
            autoComplete="name"
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        {onMark && (
          <Button size="small" icon={<Pencil />} onClick={onMark}>
            {t(steps.length > 0 ? 'mark.change' : 'mark.begin')}
          </Button>
        )}
        <Button type="submit" size="small" variant="primary" disabled={!canSend} className="ml-auto">
          {t('send')}
        </Button>
      </div>
    </form>
  );
}

interface MarkBarProps {
  draft: CommentDraft;
  onChange: (changes: Partial<CommentDraft>) => void;
  onDone: () => void;
}

/** Says how to mark the photo, and takes marks back. */
export function MarkBar({ draft: { steps }, onChange, onDone }: MarkBarProps) {
  const { t } = useTranslation(['comments', 'common']);
  return (
    <div className="flex flex-col gap-3 border-t border-line p-4 first:border-t-0">
      <p className="text-caption text-soft">
        <span className="pointer-fine:hidden">{t('mark.touch')}</span>
        <span className="pointer-coarse:hidden">{t('mark.mouse')}</span>
      </p>
      <div className="flex items-center justify-between gap-2">
        <Button
          size="small"
          icon={<Undo2 />}
          disabled={steps.length === 0}
          onClick={() => onChange({ steps: steps.slice(0, -1) })}
        >
          {t('common:undo')}
        </Button>
        <Button size="small" variant="primary" onClick={onDone}>
          {t('common:done')}
        </Button>
      </div>
    </div>
  );
}
