import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SkipLink } from '#web/components/layout/skip-link.tsx';
import { Code, Markdown } from './code.tsx';
import { EndpointSection, EventSection } from './endpoint-section.tsx';
import { endpointsOf, type Reference, uploadCommands } from './reference.ts';

/** The document of `core/api/openapi.ts`. */
const DOCUMENT = '/api/openapi.json';

/** The reference for those who write programs; its descriptions are English. */
export function DevelopersPage({ languages }: { languages: ReactNode }) {
  const { t } = useTranslation('developers');
  const [reference, setReference] = useState<Reference | null>(null);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    fetch(DOCUMENT)
      .then((answer) => (answer.ok ? (answer.json() as Promise<Reference>) : Promise.reject(new Error('refused'))))
      .then(setReference, () => setFailed(true));
  }, []);
  // The address may name a part, which is there only now.
  useEffect(() => {
    if (reference && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [reference]);
  return (
    <div className="mx-auto flex min-h-dvh max-w-[76rem] flex-col px-5 md:px-10">
      <SkipLink />
      <header className="flex min-h-16 items-center justify-between gap-4 md:min-h-20">
        <a href="/" className="thumb text-lead font-semibold tracking-tight no-underline">
          {t('name')}
        </a>
        {languages}
      </header>
      <div className="grid gap-x-12 gap-y-8 pt-6 pb-20 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <Contents reference={reference} />
        <main id="content" tabIndex={-1} className="flex min-w-0 flex-col gap-14 outline-none">
          <section className="flex flex-col gap-4">
            <h1 className="text-display font-semibold">{t('title')}</h1>
            <p className="measure text-lead text-soft">{t('intro')}</p>
            <p>
              <a href={DOCUMENT} className="inline-flex min-h-control items-center underline underline-offset-4">
                {t('document')}
              </a>
            </p>
            {isFailed && <p role="alert">{t('failed')}</p>}
            {!reference && !isFailed && <div aria-hidden className="h-96 animate-pulse rounded-card bg-sunken" />}
            {reference && <Markdown lang="en" text={reference.info.description} />}
          </section>
          {reference && <Parts reference={reference} />}
        </main>
      </div>
    </div>
  );
}

const UPLOAD = 'upload';
const WEBHOOKS = 'webhooks';
const link = 'thumb block py-2 text-soft no-underline hover:text-ink lg:py-1.5';

function Contents({ reference }: { reference: Reference | null }) {
  const { t } = useTranslation('developers');
  return (
    <nav
      aria-label={t('contents')}
      className="lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto"
    >
      <ul className="flex flex-wrap gap-x-5 lg:flex-col">
        {reference?.tags.map(({ name }) => (
          <li key={name}>
            <a href={`#${name}`} className={link}>
              {name}
            </a>
          </li>
        ))}
        <li>
          <a href={`#${UPLOAD}`} className={link}>
            {t('upload')}
          </a>
        </li>
        <li>
          <a href={`#${WEBHOOKS}`} className={link}>
            {t('webhooks')}
          </a>
        </li>
      </ul>
    </nav>
  );
}

function Parts({ reference }: { reference: Reference }) {
  const { t } = useTranslation('developers');
  return (
    <>
      {reference.tags.map(({ name }) => (
        <section key={name} id={name} aria-labelledby={`${name}-title`} className="flex scroll-mt-6 flex-col gap-10">
          <h2 id={`${name}-title`} lang="en" className="border-b border-line pb-3 text-title font-semibold">
            {name}
          </h2>
          {endpointsOf(reference, name).map((endpoint) => (
            <EndpointSection key={endpoint.operationId} endpoint={endpoint} reference={reference} />
          ))}
        </section>
      ))}
      <section id={UPLOAD} aria-labelledby="upload-title" className="flex scroll-mt-6 flex-col gap-4">
        <h2 id="upload-title" className="border-b border-line pb-3 text-title font-semibold">
          {t('upload')}
        </h2>
        <p className="measure text-soft">{t('uploadText')}</p>
        <Code label={t('upload')} text={uploadCommands(reference.servers[0]?.url ?? '')} />
      </section>
      <section id={WEBHOOKS} aria-labelledby="webhooks-title" className="flex scroll-mt-6 flex-col gap-10">
        <div className="flex flex-col gap-4">
          <h2 id="webhooks-title" className="border-b border-line pb-3 text-title font-semibold">
            {t('webhooks')}
          </h2>
          <Markdown lang="en" text={reference['x-webhooks']} />
        </div>
        {Object.entries(reference.webhooks).map(([type, { post }]) => (
          <EventSection key={type} type={type} operation={post} reference={reference} />
        ))}
      </section>
    </>
  );
}
