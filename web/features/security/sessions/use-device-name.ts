import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { readDevice } from './device.ts';

/** "Safari on iPhone", in the reader's language. */
export function useDeviceName(): (userAgent: string | null) => string {
  const { t } = useTranslation('security');
  return useCallback(
    (userAgent) => {
      const { browser, system, kind } = readDevice(userAgent);
      if (browser && system) return t('devices.both', { browser, system });
      return browser ?? system ?? t(kind === 'program' ? 'devices.app' : 'devices.unknown');
    },
    [t],
  );
}
