import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { handleAppeal } from '@stowage/api/support'
import { call } from '../../../client/index.ts'
import { FormProblem, toast, useErrorText } from '../../../ui/index.ts'
import { Modal } from '../../../ui/dialog.tsx'
import { savedMs } from '../saved-ms.ts'
import { useReadAppeals } from './use-appeal-deeds.ts'
import classes from './appeals.module.css'

interface HandleDialogProps {
  readonly id: string
  readonly name: string
  readonly onClose: () => void
}

/** The question before a request is handled, with room for what colleagues should know; what was noted stays when it fails. */
export function HandleDialog({ id, name, onClose }: HandleDialogProps) {
  const t = useTranslations('support.handle')
  const shell = useTranslations('shell')
  const errorText = useErrorText()
  const readAppeals = useReadAppeals()
  const [note, setNote] = useState('')
  const handle = useMutation({
    mutationFn: async () => await call(handleAppeal, { params: { id }, body: { note } }),
    meta: { silent: true },
    onSuccess: () => {
      toast({ text: t('done'), ms: savedMs })
      onClose()
    },
    onSettled: readAppeals,
  })
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (!handle.isPending) handle.mutate()
  }
  return (
    <Modal opened onClose={onClose} size={440} title={t('title')}>
      <form noValidate onSubmit={submit} className={classes.dialog}>
        <p>{t('text', { name })}</p>
        <Textarea
          label={`${t('note')}, ${shell('optional')}`}
          autosize
          minRows={2}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <FormProblem>{handle.error === null ? null : errorText(handle.error).text}</FormProblem>
        <div className={classes.answers}>
          <Button variant="default" onClick={onClose}>
            {shell('cancel')}
          </Button>
          <Button type="submit" loading={handle.isPending} data-autofocus>
            {t('yes')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
