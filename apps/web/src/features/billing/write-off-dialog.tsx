import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { writeOffDocument } from '@stowage/api/corrections'
import { answeredOnce, call, isApiError } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { toast, useErrorText } from '../../ui/index.ts'
import { Modal } from '../../ui/dialog.tsx'
import type { BillingDocument } from './document.ts'
import { useDocumentName } from './use-document-name.ts'
import classes from './correct.module.css'

interface WriteOffDialogProps {
  readonly document: BillingDocument
  readonly onClose: () => void
}

/** Gives up what is unpaid of a document, with a reason; the sum that was shown travels along. */
export function WriteOffDialog({ document, onClose }: WriteOffDialogProps) {
  const t = useTranslations('books.writeOff')
  const correct = useTranslations('books.correct')
  const shell = useTranslations('shell')
  const format = useFormat()
  const nameOf = useDocumentName()
  const errorText = useErrorText()
  const client = useQueryClient()
  const { id, debt, currency } = document
  const amount = format.money({ amount: debt, currency })
  const [reason, setReason] = useState('')
  const isReady = reason.trim().length >= 3
  const writeOff = useMutation({
    mutationFn: async (body: { debt: number; reason: string }) =>
      await answeredOnce(
        ['writeOff', id, body],
        async (idempotencyKey) => await call(writeOffDocument, { params: { id }, body }, { idempotencyKey }),
      ),
    meta: { silent: true },
    onSuccess: async () => {
      toast({ text: t('done', { amount }) })
      onClose()
      await client.invalidateQueries()
    },
    onError: async (error) => {
      if (isApiError(error, 9109)) await client.invalidateQueries()
    },
  })
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (isReady && !writeOff.isPending) writeOff.mutate({ debt, reason: reason.trim() })
  }
  return (
    <Modal opened onClose={onClose} size={520} title={t('title', { name: nameOf(document) })}>
      <form noValidate onSubmit={submit} className={classes.fields}>
        <p className={classes.text}>{t('text', { amount })}</p>
        <Textarea
          label={correct('reason')}
          description={t('reasonHint')}
          required
          data-autofocus
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {writeOff.error !== null && (
          <p className={classes.problem} role="alert">
            {isApiError(writeOff.error, 9109) ? t('changed') : errorText(writeOff.error).text}
          </p>
        )}
        <div className={classes.deeds}>
          <Button size="md" color="red" type="submit" disabled={!isReady} loading={writeOff.isPending}>
            {t('yes', { amount })}
          </Button>
          <Button size="md" variant="subtle" color="gray" onClick={onClose}>
            {shell('cancel')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
