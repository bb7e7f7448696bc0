import { Button, Modal, Textarea } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { rejectDocument } from '@stowage/api/accounts'
import { call } from '../../client/index.ts'
import { FieldStack, FormProblem, toast, useApiForm, useAskedClose } from '../../ui/index.ts'
import type { Account, DocumentKind } from './documents.ts'
import { useKeepAccount } from './account-query.ts'
import classes from './kyc.module.css'

interface RejectDialogProps {
  readonly account: Account
  readonly kind: DocumentKind
  readonly onClose: () => void
}

/** Asks for the reason, which the client reads beside the document. */
export function RejectDialog({ account, kind, onClose }: RejectDialogProps) {
  const t = useTranslations('backoffice.kyc')
  const shell = useTranslations('shell')
  const keep = useKeepAccount()
  const { form, problem, isBusy, onSubmit } = useApiForm({
    initialValues: { reason: '' },
    schema: rejectDocument.body,
    lengths: { reason: [1, 500] },
    onSubmit: async (body) => {
      keep(
        await call(rejectDocument, { params: { id: account.id, document: `${account.id}_${kind}` }, body }),
      )
      toast({ text: t('rejected', { name: t(`kinds.${kind}`) }) })
      onClose()
    },
  })
  const { close, hold } = useAskedClose(onClose)
  const isTyped = form.values.reason.trim() !== ''
  useEffect(() => hold(isTyped), [hold, isTyped])
  return (
    <Modal
      opened
      onClose={close}
      title={t('rejectTitle', { name: t(`kinds.${kind}`) })}
      size={440}
      closeButtonProps={{ 'aria-label': shell('close') }}
    >
      <form onSubmit={onSubmit} noValidate>
        <FieldStack>
          <p className={classes.hint}>{t('rejectText')}</p>
          <Textarea
            label={t('reason')}
            autosize
            minRows={3}
            maxLength={500}
            required
            data-autofocus
            {...form.text('reason')}
          />
          <FormProblem>{problem}</FormProblem>
          <div className={classes.dialogActions}>
            <Button variant="subtle" color="gray" size="md" onClick={close}>
              {shell('cancel')}
            </Button>
            <Button type="submit" color="red" size="md" loading={isBusy}>
              {t('reject')}
            </Button>
          </div>
        </FieldStack>
      </form>
    </Modal>
  )
}
