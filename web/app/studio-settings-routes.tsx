import type { RouteObject } from 'react-router-dom';
import { DataPage } from '#web/features/accounts/data/data-page.tsx';
import { MoneyPage } from '#web/features/accounts/money/money-page.tsx';
import { StoragePage } from '#web/features/accounts/storage/storage-page.tsx';
import { galleryHref, paths } from './paths.ts';
import { requireCapability } from './route-guard.tsx';
import { SettingsTabs } from './settings-tabs.tsx';

const tabs = <SettingsTabs />;

/** Settings of the studio as a business. */
export const studioSettingsRoutes: RouteObject[] = [
  { path: paths.money, element: requireCapability('money.all', <MoneyPage tabs={tabs} />) },
  {
    path: paths.data,
    element: requireCapability('account.delete', <DataPage tabs={tabs} customers={paths.customers} />),
  },
  {
    path: paths.storage,
    element: requireCapability('account.read', <StoragePage tabs={tabs} galleryHref={galleryHref} />),
  },
];
