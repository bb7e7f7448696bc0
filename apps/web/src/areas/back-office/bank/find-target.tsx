import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { searchBankTargets } from '@stowage/api/bank'
import { queryOf } from '../../../client/index.ts'
import { useErrorText } from '../../../ui/index.ts'
import type { Entry } from './bank.ts'
import { TargetRow } from './target-row.tsx'
import type { Choice, Tenant } from './use-parts.ts'
import classes from './bank.module.css'

interface FindTargetProps {
  readonly entry: Entry
  readonly isChosen: (documentId: string) => boolean
  readonly onDocument: (choice: Choice) => void
  readonly onTenant: (tenant: Tenant) => void
}

const SHORTEST = 2

/** Finds by hand what a movement is for: open documents, and tenants whose balance may take it. */
export function FindTarget({ entry, isChosen, onDocument, onTenant }: FindTargetProps) {
  const t = useTranslations('bank.dialog')
  const errorText = useErrorText()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const query = useQuery({
    ...queryOf(searchBankTargets, { params: { id: entry.id }, query: { search } }),
    enabled: search.length >= SHORTEST,
    placeholderData: keepPreviousData,
  })
  const found = search.length >= SHORTEST ? query.data : undefined
  const documents = found?.documents.filter(({ documentId }) => !isChosen(documentId)) ?? []
  return (
    <section className={classes.part} aria-label={t('find')}>
      <TextInput
        label={t('find')}
        description={t('findHint')}
        type="search"
        leftSection={<IconSearch size={18} stroke={1.75} />}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {query.error !== null && <p role="alert">{errorText(query.error).text}</p>}
      {found !== undefined && documents.length === 0 && found.tenants.length === 0 && (
        <p className={classes.sign} role="status">
          {t('noneFound')}
        </p>
      )}
      {found !== undefined && (
        <ul className={classes.rows} aria-label={t('found')}>
          {documents.map((one) => (
            <TargetRow
              key={one.documentId}
              target={one}
              currency={entry.currency}
              onAdd={() => onDocument(one)}
            />
          ))}
          {found.tenants.map((tenant) => (
            <li key={tenant.accountId}>
              <span>
                {t('balanceOf')} <strong>{tenant.accountName}</strong>
                <span className={classes.sign}>{tenant.email}</span>
              </span>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('creditToNamed', { name: tenant.accountName })}
                onClick={() => onTenant(tenant)}
              >
                {t('creditTo')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
