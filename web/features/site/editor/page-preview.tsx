import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { isKnownBlock } from '#core/domain/site/page-blocks.ts';
import type { Scheme } from '#core/domain/branding/theme.ts';
import { useImagesReady } from '#web/lib/photo-grid/image-token.tsx';
import { PreviewFrame } from '#web/lib/preview/preview-frame.tsx';
import { type MarkPart, SitePage } from '#web/site/site-page.tsx';
import stylesheet from '#web/site/site.css?url';
import type { DraftPage, useSite } from '../use-site.ts';
import { useEditor } from './editor-context.ts';
import { usePreviewData } from './preview-data.ts';
import { PreviewOverlay } from './preview-overlay.tsx';
import { PREVIEW_CSS } from './preview-rects.ts';

interface PagePreviewProps {
  page: DraftPage;
  site: ReturnType<typeof useSite>;
  width: number;
  scheme: Scheme;
}

/** The draft as visitors will see it, drawn by the renderer of the website. */
export function PagePreview({ page, site, width, scheme }: PagePreviewProps) {
  const { t } = useTranslation(['website', 'blocks']);
  const { rows, language, written } = useEditor();
  const data = usePreviewData(page, rows, language, site);
  const ready = useImagesReady();
  const mark = useCallback<MarkPart>(
    (part) => {
      const kind = 'look' in part ? 'row' : 'span' in part ? 'cell' : 'block';
      const name = kind === 'block' && isKnownBlock(part as never) ? t(`blocks:kinds.${part['kind'] as 'text'}`) : '';
      const label = kind === 'block' ? t('preview.emptyBlock', { name }) : t('preview.emptyColumn');
      return (
        <i data-part={part.id} data-kind={kind} data-label={label} data-written={part.id === written || undefined} />
      );
    },
    [t, written],
  );
  return (
    <PreviewFrame
      title={t('preview.title')}
      width={width}
      scheme={scheme}
      theme={data.studio.theme}
      stylesheet={stylesheet}
      css={PREVIEW_CSS}
      language={language}
      overlay={<PreviewOverlay />}
    >
      {ready && <SitePage data={data} mark={mark} />}
    </PreviewFrame>
  );
}
