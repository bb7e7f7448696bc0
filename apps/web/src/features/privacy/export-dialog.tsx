import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { askDataExport, dataExport } from '@stowage/api/privacy'
import { addressOf, call, isApiError } from '../../client/index.ts'
import { FieldStack, FormProblem, PasswordField, toast, useApiForm } from '../../ui/index.ts'
import { Modal } from '../../ui/dialog.tsx'
import classes from './privacy.module.css'

/** Asks for the reader's own password, then lets the browser fetch the archive, as it does any large file. */
export function ExportDialog({
  accountId,
  onClose,
}: {
  readonly accountId: string
  readonly onClose: () => void
}) {
  const t = useTranslations('privacy')
  const [wrong, setWrong] = useState<string | null>(null)
  const { form, problem, isBusy, onSubmit } = useApiForm({
    initialValues: { password: '' },
    schema: askDataExport.body,
    onSubmit: async (body) => {
      const link = await call(askDataExport, { params: { id: accountId }, body }).catch((error: unknown) => {
        if (isApiError(error) && error.code === 9001) setWrong(body.password)
        throw error
      })
      const anchor = document.createElement('a')
      anchor.href = addressOf(dataExport, { query: link })
      anchor.download = ''
      anchor.click()
      toast({ text: t('started') })
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('dialogTitle')} size={440}>
      <form onSubmit={onSubmit} noValidate>
        <FieldStack>
          <PasswordField
            label={t('password')}
            description={t('passwordHint')}
            autoComplete="current-password"
            data-autofocus
            {...form.text('password')}
            error={wrong === form.values.password ? t('passwordWrong') : form.text('password').error}
          />
          {wrong !== form.values.password && <FormProblem>{problem}</FormProblem>}
          <div className={classes.actions}>
            <Button variant="subtle" color="gray" size="md" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" size="md" loading={isBusy}>
              {t('download')}
            </Button>
          </div>
        </FieldStack>
      </form>
    </Modal>
  )
}
