import { Button, Textarea } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import type * as z from 'zod/mini'
import { FieldStack, FormProblem, useApiForm, useAskedClose } from '../../ui/index.ts'
import { Modal } from '../../ui/dialog.tsx'
import classes from './kyc.module.css'

interface ReasonDialogProps {
  readonly title: string
  /** What happens, and who reads the reason. */
  readonly text: string
  readonly label: string
  readonly hint?: string
  readonly submit: string
  /** The body of the call that takes the reason. */
  readonly schema: z.core.$ZodType
  readonly max: number
  /** Does it, and says so; what it throws is shown here and the reason stays. */
  readonly onGiven: (reason: string) => Promise<void>
  readonly onClose: () => void
}

/** Asks staff for a reason that the tenant reads; with none nothing happens. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, text, label, hint, submit, schema, max, onGiven, onClose } = props
  const t = useTranslations('backoffice.kyc')
  const shell = useTranslations('shell')
  const { form, problem, isBusy, onSubmit } = useApiForm({
    initialValues: { reason: '' },
    schema,
    lengths: { reason: [1, max] },
    onSubmit: async ({ reason }) => {
      await onGiven(reason)
      onClose()
    },
  })
  const { close, hold } = useAskedClose(onClose)
  const isTyped = form.values.reason.trim() !== ''
  useEffect(() => hold(isTyped), [hold, isTyped])
  const field = form.text('reason')
  return (
    <Modal opened onClose={close} title={title} size={440}>
      <form onSubmit={onSubmit} noValidate>
        <FieldStack>
          <p className={classes.hint}>{text}</p>
          <Textarea
            label={label}
            {...(hint === undefined ? {} : { description: hint })}
            autosize
            minRows={3}
            required
            data-autofocus
            {...field}
            error={field.error != null && !isTyped ? t('specifyReason') : field.error}
          />
          <FormProblem>{problem}</FormProblem>
          <div className={classes.dialogActions}>
            <Button variant="subtle" color="gray" size="md" onClick={close}>
              {shell('cancel')}
            </Button>
            <Button type="submit" color="red" size="md" loading={isBusy}>
              {submit}
            </Button>
          </div>
        </FieldStack>
      </form>
    </Modal>
  )
}
