import { boolean, enumeration, json, number, string, table } from '@rocicorp/zero';
import type { ReadonlyJSONValue } from '@rocicorp/zero';
import type { ReleaseKind } from '../../domain/site/site.ts';
import type { JsonObject } from './json.ts';

/** Drafts of the website's pages; core/domain/site/pages.ts reads `rows`, `blocks` and `settings`. */
export const pages = table('pages')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    path: string(),
    title: string(),
    description: string(),
    layout: string(),
    rows: json<ReadonlyJSONValue>(),
    /** Content of an older page, until its first change. */
    blocks: json<ReadonlyJSONValue>().optional(),
    settings: json<JsonObject>(),
    order: number(),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('id');

export const cmsSettings = table('cmsSettings')
  .from('cms_settings')
  .columns({
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    defaultPage: string().from('default_page'),
    customDomain: string().from('custom_domain').optional(),
    seoTitle: string().from('seo_title'),
    seoDescription: string().from('seo_description'),
    seoKeywords: json<readonly string[]>().from('seo_keywords'),
    favicon: string(),
    customCss: string().from('custom_css'),
    /** The permitted rules of it, as pages contain them. */
    customCssCompiled: string().from('custom_css_compiled'),
    customJs: string().from('custom_js'),
    customJsHosts: json<readonly string[]>().from('custom_js_hosts'),
    customJsOn: boolean().from('custom_js_on'),
    /** When code was first switched on; stays. */
    customJsSince: number().from('custom_js_since').optional(),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('accountId');

/** Versions of the website's script, without it. */
export const siteScriptVersions = table('siteScriptVersions')
  .from('site_script_versions')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    hosts: json<readonly string[]>(),
    createdAt: number().from('created_at'),
  })
  .primaryKey('id');

/** Releases of the website, without their content. */
export const siteReleases = table('siteReleases')
  .from('site_releases')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    kind: enumeration<ReleaseKind>(),
    pages: json<ReadonlyJSONValue>(),
    createdAt: number().from('created_at'),
  })
  .primaryKey('id');

/** Former paths of published pages, which redirect to them. */
export const siteRedirects = table('siteRedirects')
  .from('site_redirects')
  .columns({
    accountId: string().from('account_id'),
    path: string(),
    pageId: string().from('page_id'),
    createdAt: number().from('created_at'),
  })
  .primaryKey('accountId', 'path');

export const siteState = table('siteState')
  .from('site_state')
  .columns({
    accountId: string().from('account_id'),
    liveReleaseId: string().from('live_release_id').optional(),
    /** Planned publication, and the member who planned it. */
    publishAt: number().from('publish_at').optional(),
    publishBy: string().from('publish_by').optional(),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('accountId');

/** A recorded permission or refusal to show a photo on the website, with its author and time. */
export const sitePhotoPermissions = table('sitePhotoPermissions')
  .from('site_photo_permissions')
  .columns({
    photoId: string().from('photo_id'),
    accountId: string().from('account_id'),
    isPermitted: boolean().from('is_permitted'),
    /** Null: the studio erased the client of the photo's gallery. */
    decidedBy: string().from('decided_by').optional(),
    decidedAt: number().from('decided_at'),
  })
  .primaryKey('photoId');
