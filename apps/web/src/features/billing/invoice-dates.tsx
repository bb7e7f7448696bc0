import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { redateDocument } from '@stowage/api/months'
import { call } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { toast, useErrorText } from '../../ui/index.ts'
import type { BillingDocument } from './document.ts'
import { useDocumentName } from './use-document-name.ts'
import classes from './invoices.module.css'

/** The two dates of an issued document that may be set, each by itself (specification 2.10, decision 18); of one of the external system they are asked of that. */
export function InvoiceDates({ document }: { readonly document: BillingDocument }) {
  const t = useTranslations('books.dates')
  return (
    <div className={classes.dates}>
      <DateField document={document} field="accountingDate" />
      <DateField document={document} field="documentDate" />
      {document.isExternal === true && <p className={classes.hint}>{t('theirs')}</p>}
    </div>
  )
}

interface DateFieldProps {
  readonly document: BillingDocument
  readonly field: 'accountingDate' | 'documentDate'
}

function DateField({ document, field }: DateFieldProps) {
  const t = useTranslations('books.dates')
  const format = useFormat()
  const nameOf = useDocumentName()
  const errorText = useErrorText()
  const client = useQueryClient()
  const kept = document[field]
  const [typed, setTyped] = useState<string | null>(null)
  const value = typed ?? kept
  const set = useMutation({
    mutationFn: async (day: string) =>
      await call(redateDocument, {
        params: { documentId: document.id, stockId: document.stockId },
        body: { [field]: day },
      }),
    meta: { silent: true },
    onSuccess: async (_, day) => {
      toast({
        text: document.isExternal === true ? t('asked') : t('done', { what: t(field), day: format.day(day) }),
      })
      await client.invalidateQueries()
      setTyped(null)
    },
  })
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (value !== '' && value !== kept && !set.isPending) set.mutate(value)
  }
  return (
    <form noValidate className={classes.date} onSubmit={submit}>
      <TextInput
        type="date"
        size="sm"
        label={t(field)}
        value={value}
        error={set.error === null ? undefined : errorText(set.error).text}
        onChange={(event) => {
          set.reset()
          setTyped(event.currentTarget.value)
        }}
      />
      <Button
        type="submit"
        size="sm"
        variant="default"
        aria-label={t('setNamed', { what: t(field), name: nameOf(document) })}
        disabled={value === '' || value === kept}
        loading={set.isPending}
      >
        {t('set')}
      </Button>
    </form>
  )
}
