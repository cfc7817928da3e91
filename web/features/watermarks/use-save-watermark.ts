import { useTranslation } from 'react-i18next';
import type { WatermarkKind, WatermarkLayout } from '#core/domain/branding/watermarks.ts';
import { mutators } from '#core/zero/mutators.ts';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { ApiError } from '#web/lib/api/api-client.ts';
import { errorCode, useApi } from '#web/lib/api/api-context.tsx';
import type { MutationOutcome } from '#web/lib/sync/mutation-status.ts';
import { type MutationOptions, type Request, useMutation } from '#web/lib/sync/use-mutation.tsx';

export interface WatermarkContent extends WatermarkLayout {
  name: string;
  text: string;
}

/** `pictureless`: the watermark is saved, but its image was not uploaded. */
export type SaveOutcome = 'saved' | 'refused' | 'pictureless';

/** Callbacks of the mutation, which concern the row only. */
type MutationCallbacks = Pick<MutationOptions, 'onSubmitted'>;

interface SaveWatermark {
  create: (
    id: string,
    kind: WatermarkKind,
    content: WatermarkContent,
    picture: Blob,
    mutationOptions: MutationCallbacks,
  ) => Promise<SaveOutcome>;
  /** @param picture null keeps the stored image */
  update: (
    id: string,
    changes: Partial<WatermarkContent>,
    picture: Blob | null,
    mutationOptions: MutationCallbacks,
  ) => Promise<SaveOutcome>;
}

/** Saves a watermark: first its row by mutation, then its image by upload. */
export function useSaveWatermark(): SaveWatermark {
  const { t } = useTranslation(['watermarks', 'errors']);
  const mutate = useMutation();
  const api = useApi();
  const toast = useToast();

  const keep = async (
    id: string,
    request: Request,
    picture: Blob | null,
    done: string,
    mutationOptions: MutationCallbacks,
  ): Promise<SaveOutcome> => {
    let outcome: Promise<MutationOutcome> | undefined;
    const onSubmitted = (result: Promise<MutationOutcome>) => {
      outcome = result;
      mutationOptions.onSubmitted?.(result);
    };
    if (!(await mutate(request, { onSubmitted }))) return 'refused';
    // The upload endpoint needs the row on the server first.
    const state = (await outcome)?.state;
    if (state === 'rejected') return 'refused';
    try {
      // The connection failed before the answer: Zero sends the row again, but nothing sends the image again.
      if (state === 'interrupted') throw new ApiError('unavailable', 503);
      if (picture) await api.watermarks.putImage({ params: { watermarkId: id }, body: picture });
    } catch (error) {
      toast({ title: t(`errors:${errorCode(error) as 'unknown'}`), detail: t('noPicture'), tone: 'danger' });
      return 'pictureless';
    }
    toast({ title: done });
    return 'saved';
  };
  return {
    create: (id, kind, content, picture, mutationOptions) =>
      keep(
        id,
        mutators.watermarks.create({ id, kind, ...content, now: Date.now() }),
        picture,
        t('created', { name: content.name }),
        mutationOptions,
      ),
    update: (id, changes, picture, mutationOptions) =>
      keep(id, mutators.watermarks.update({ id, changes, now: Date.now() }), picture, t('saved'), mutationOptions),
  };
}
