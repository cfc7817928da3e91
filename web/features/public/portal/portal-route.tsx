import { clsx } from 'clsx';
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicStudio } from '#core/api/public.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useServerForm } from '#web/lib/browser/server-form.ts';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import { ContactList } from '../shell/contact-list.tsx';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { useRequest } from '../shell/use-request.ts';
import { isFailure, useFailureText } from '../shell/failure.ts';
import { FailedPage, MessagePage, WaitingPage } from '../shell/message-page.tsx';
import type { PublicApi } from '../shell/public-api.ts';
import type { StudioSite } from '../shell/routes.ts';
import { rememberClientPage } from '../shell/client-page-link.ts';
import { ClientPage } from './client-page.tsx';
import { createPortalApi, portalBase } from './portal-api.ts';

/** Accepts what a browser accepts as an email address; the server decides. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

interface AskForLinkProps {
  studio: PublicStudio | null;
  slug: string;
  api: PublicApi;
}

/** Mails a client their link. The answer is the same for every address: it tells nobody who is a client. */
function AskForLink({ studio, slug, api }: AskForLinkProps) {
  const { t } = useTranslation('portal');
  const failureText = useFailureText();
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [isInvalid, setIsInvalid] = useState(false);
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const note = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (sentTo !== null) note.current?.focus();
  }, [sentTo]);
  const send = async (typed: string) => {
    const address = typed.trim();
    setError(undefined);
    setIsInvalid(!ADDRESS.test(address));
    if (!ADDRESS.test(address)) return;
    setBusy(true);
    try {
      await api.call('POST', portalBase(slug), { email: address });
      setSentTo(address);
    } catch (failure) {
      setError(failureText(failure));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(email);
  };
  const waiting = useServerForm(form, ([value = ''], isSent) => {
    setEmail(value);
    if (isSent) void send(value);
  });
  if (sentTo !== null) {
    const name = studio?.name ?? '';
    return (
      <div className="flex flex-col gap-6">
        <div className="flex flex-col gap-2 border-t border-line pt-6">
          <h2 ref={note} tabIndex={-1} className="text-lead font-semibold outline-none">
            {t('ask.sent.title')}
          </h2>
          <p className="measure wrap-anywhere">{t('ask.sent.text', { studio: name, email: sentTo })}</p>
          <div>
            <Button className="mt-2" onClick={() => setSentTo(null)}>
              {t('ask.sent.again')}
            </Button>
          </div>
        </div>
        {studio && (
          <div className="flex flex-col gap-3">
            <p className="measure text-soft">{t('ask.nothing', { studio: name })}</p>
            <ContactList studio={studio} />
          </div>
        )}
      </div>
    );
  }
  return (
    <form
      {...waiting}
      ref={form}
      method="post"
      action={`${portalBase(slug)}/request`}
      noValidate
      onSubmit={submit}
      className={clsx('flex flex-col gap-4', waiting.className)}
    >
      <Field label={t('ask.label')} error={isInvalid ? t('ask.invalid') : undefined}>
        <TextInput
          type="email"
          name="email"
          inputMode="email"
          value={email}
          maxLength={254}
          autoComplete="email"
          onChange={({ target }) => setEmail(target.value)}
        />
      </Field>
      <div>
        <Button type="submit" variant="primary" loading={busy}>
          {t('ask.send')}
        </Button>
      </div>
      <output className="text-danger">{error}</output>
    </form>
  );
}

interface PortalRouteProps {
  site: StudioSite;
  studio: PublicStudio | null;
  /** Null on the page where a client asks for their link. */
  token: string | null;
  api: PublicApi;
}

/** Renders `/p/{slug}/client/{token}`, everything of one client, and `/p/{slug}/client`, where a client asks for it. */
export function PortalRoute({ site, studio, token, api }: PortalRouteProps) {
  const { t } = useTranslation('portal');
  const language = useLanguage();
  const slug = site.slug ?? studio?.slug ?? null;
  useEffect(() => {
    if (studio) document.title = `${t('pageTitle')} · ${studio.name}`;
  }, [t, studio]);
  if (slug === null) return <WaitingPage site={site} studio={studio} />;
  // The server names sessions and galleries in the language of the page.
  if (token !== null) return <LinkedPage key={`${token} ${language}`} {...{ site, studio, slug, token, api }} />;
  return (
    <MessagePage
      site={site}
      studio={studio}
      title={t('ask.title', { studio: studio?.name ?? '' })}
      text={t('ask.text')}
    >
      <AskForLink studio={studio} slug={slug} api={api} />
    </MessagePage>
  );
}

function LinkedPage({ site, studio, slug, token, api }: PortalRouteProps & { slug: string; token: string }) {
  const { t } = useTranslation(['portal', 'public']);
  const portal = useMemo(() => createPortalApi(api, slug, token), [api, slug, token]);
  const load = useCallback(() => portal.page(), [portal]);
  const { data, failure, retry } = useRequest(load);
  const isOpen = data !== null;
  useEffect(() => {
    if (isOpen) rememberClientPage(site, location.pathname);
  }, [isOpen, site]);
  const frame = { site, studio: data?.studio ?? studio };
  if (data) return <ClientPage site={site} data={data} portal={portal} />;
  if (isFailure(failure, 'client_link_invalid')) {
    const name = studio?.name ?? t('public:theStudio');
    return (
      <MessagePage {...frame} title={t('ended.title')} text={t('ended.text', { studio: name })}>
        <AskForLink studio={studio} slug={slug} api={api} />
      </MessagePage>
    );
  }
  if (isFailure(failure, 'not_found')) return <NotFoundPage {...frame} />;
  if (failure !== null) return <FailedPage {...frame} onRetry={retry} />;
  return <WaitingPage {...frame} />;
}
