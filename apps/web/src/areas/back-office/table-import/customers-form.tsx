import { Checkbox } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { importCustomers, previewCustomers } from '@stowage/api/table-imports'
import { customerColumnName, customerColumns, type CustomerColumn } from '@stowage/domain/customer-table'
import { call } from '../../../client/index.ts'
import { useLanguage } from '../../../i18n/index.ts'
import { FieldStack, FormProblem, Section, toast, useErrorText, useUnsaved } from '../../../ui/index.ts'
import { savedMs } from '../saved-ms.ts'
import { useDeedKey } from '../use-deed-key.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { FileTools } from './file-tools.tsx'
import { TablePreview } from './table-preview.tsx'
import { useTableFile } from './use-table-file.ts'
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
  const readAnew = useReadAnew()
  const deedKey = useDeedKey()
  const errorText = useErrorText()
  const { language } = useLanguage()
  const [isVouched, setVouched] = useState(true)
  const [csv, setCsv] = useState<string | null>(null)
  const look = useMutation({
    mutationFn: async (text: string) => await call(previewCustomers, { body: { csv: text } }),
    meta: { silent: true },
  })
  const make = useMutation({
    mutationFn: async (body: { csv: string; isVouched: boolean }) =>
      await call(importCustomers, { body }, { idempotencyKey: deedKey(body) }),
    meta: { silent: true },
    onSuccess: async ({ customers }) => {
      await readAnew()
      toast({ text: t('customers.made', { count: customers }), ms: savedMs })
      await navigate({ to: '/users', ignoreBlocker: true })
    },
    // Somebody may have taken an address since: the rows say so.
    onError: () => {
      if (csv !== null) look.mutate(csv)
    },
  })
  const file = useTableFile(csv, (text) => {
    setCsv(text)
    make.reset()
    if (text === null) look.reset()
    else look.mutate(text)
  })
  useUnsaved(csv !== null && !make.isPending && !make.isSuccess, 'what')
  const headOf = (field: string): string => customerColumnName(field as CustomerColumn, language)
  const failure = look.error ?? make.error
  const count = look.data?.rows.length ?? 0
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
          file={file}
          isChecking={look.isPending}
          sample={{
            name: 'customers.csv',
            rows: [
              customerColumns.map(headOf),
              ...samples.map((sample) => customerColumns.map((column) => sample[column] ?? '')),
            ],
          }}
        />
        <FormProblem>{file.refusal ?? (failure === null ? null : errorText(failure).text)}</FormProblem>
        {look.data !== undefined && csv !== null && (
          <TablePreview
            preview={look.data}
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
            isBusy={make.isPending}
            onCreate={() => {
              if (!make.isPending) make.mutate({ csv, isVouched })
            }}
          />
        )}
      </FieldStack>
    </Section>
  )
}
