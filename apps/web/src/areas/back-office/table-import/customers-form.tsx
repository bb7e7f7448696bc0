import { Checkbox } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { importCustomers, previewCustomers } from '@stowage/api/table-imports'
import { customerColumnName, customerColumns, type CustomerColumn } from '@stowage/domain/customer-table'
import { call } from '../../../client/index.ts'
import { useLanguage } from '../../../i18n/index.ts'
import { FieldStack, FormProblem, Section, toast } from '../../../ui/index.ts'
import { savedMs } from '../saved-ms.ts'
import { FileTools } from './file-tools.tsx'
import { TablePreview } from './table-preview.tsx'
import { useTableImport } from './use-table-import.ts'
import classes from '../boxes/boxes.module.css'

const samples: readonly Readonly<Partial<Record<CustomerColumn, string>>>[] = [
  {
    email: 'anna@example.com',
    firstName: 'Anna',
    lastName: 'Berg',
    phone: '+49 30 1234567',
    country: 'DE',
    city: 'Berlin',
    zip: '10115',
    address: 'Lagerstr.',
    house: '5',
    language: 'de',
  },
  {
    email: 'office@example.com',
    company: 'Berg GmbH',
    phone: '+49 30 7654321',
    country: 'DE',
    city: 'Berlin',
    zip: '10117',
    address: 'Hafenstr.',
    house: '12',
    language: 'de',
    vatId: 'DE123456789',
  },
]

/** Customers from a table: looked at row by row first; nothing is written before the button beneath. */
export function CustomersForm() {
  const t = useTranslations('imports')
  const navigate = useNavigate()
  const { language } = useLanguage()
  const [isVouched, setVouched] = useState(true)
  const table = useTableImport({
    bodyOf: (csv, columns) => ({ csv, columns, isVouched }),
    look: async ({ csv, columns }) => await call(previewCustomers, { body: { csv, columns } }),
    make: async (body, idempotencyKey) => await call(importCustomers, { body }, { idempotencyKey }),
    made: async ({ customers }) => {
      toast({ text: t('customers.made', { count: customers }), ms: savedMs })
      await navigate({ to: '/users', ignoreBlocker: true })
    },
    place: 'what',
  })
  const headOf = (field: string): string => customerColumnName(field as CustomerColumn, language)
  const count = table.seen?.rows.length ?? 0
  return (
    <Section title={t('customers.tab')}>
      <FieldStack>
        <p className={classes.plain}>{t('customers.how')}</p>
        <Checkbox
          label={t('customers.vouched')}
          description={t('customers.vouchedHint')}
          checked={isVouched}
          onChange={(event) => setVouched(event.currentTarget.checked)}
        />
        <FileTools
          file={table.file}
          isChecking={table.isLooking}
          sample={{
            name: 'customers-sample.csv',
            rows: [
              customerColumns.map(headOf),
              ...samples.map((sample) => customerColumns.map((column) => sample[column] ?? '')),
            ],
          }}
        />
        <FormProblem>{table.refusal}</FormProblem>
        {table.seen !== undefined && (
          <TablePreview
            preview={table.seen}
            fields={customerColumns}
            choices={table.choices}
            onChoose={table.choose}
            headOf={headOf}
            columns={[
              { title: headOf('email'), field: 'email', text: ({ email }) => email },
              { title: t('customers.name'), text: ({ name }) => name },
              {
                title: t('customers.kind'),
                text: ({ accountType }) => t(`customers.${accountType}`),
              },
              { title: t('customers.city'), field: 'city', text: ({ city }) => city ?? '' },
              {
                title: t('customers.language'),
                field: 'language',
                text: (row) => row.language.toUpperCase(),
              },
            ]}
            ready={t('customers.ready', { count })}
            create={t('customers.create', { count })}
            isBusy={table.isMaking}
            onCreate={table.make}
          />
        )}
      </FieldStack>
    </Section>
  )
}
