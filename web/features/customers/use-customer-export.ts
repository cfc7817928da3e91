import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { saveFile } from '#web/lib/browser/files.ts';
import { customersCsv, customersVcard, type ExportedCustomer } from './customer-export.ts';

type ExportFormat = 'csv' | 'vcard';

/** Downloads clients as a file: CSV for spreadsheets, vCard for address books. */
export function useCustomerExport() {
  const { t } = useTranslation('customers');
  const { name } = useAccount();
  return useCallback(
    (customers: readonly ExportedCustomer[], format: ExportFormat) => {
      const of = customers.length === 1 ? (customers[0]?.name ?? name) : t('export.file', { name });
      if (format === 'csv')
        saveFile(new Blob([customersCsv(customers)], { type: 'text/csv;charset=utf-8' }), `${of}.csv`);
      else saveFile(new Blob([customersVcard(customers)], { type: 'text/vcard;charset=utf-8' }), `${of}.vcf`);
    },
    [t, name],
  );
}
