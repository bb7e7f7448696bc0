import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { getSecondFactor } from '@stowage/api/second-factor'
import { proveSelf } from '@stowage/api/sessions'
import { queryOf } from '../../client/index.ts'
import { CodeField } from './code-field.tsx'
import {
  ErrorState,
  FieldStack,
  FormProblem,
  PasswordField,
  SkeletonRows,
  SubmitButton,
  useApiForm,
} from '../../ui/index.ts'
import { Modal } from '../../ui/dialog.tsx'

export interface Proof {
  readonly ownPassword: string
  readonly code?: string
}

interface ProofDialogProps {
  readonly title: string
  readonly text: string
  readonly yes: string
  /** What is wrong with the proof is said at its fields, anything else above the button. */
  readonly onProof: (proof: Proof) => Promise<void>
  readonly onClose: () => void
}

/** Before what must not happen from a screen left alone: who does it proves that it is he, by his password, and a code where he has a second factor. */
export function ProofDialog({ title, text, yes, onProof, onClose }: ProofDialogProps) {
  const factor = useQuery(queryOf(getSecondFactor))
  return (
    <Modal opened onClose={onClose} size={480} title={title}>
      <FieldStack>
        <p>{text}</p>
        {factor.data !== undefined ? (
          <ProofForm yes={yes} hasFactor={factor.data.isOn} onProof={onProof} />
        ) : factor.error === null ? (
          <SkeletonRows rows={2} />
        ) : (
          <ErrorState error={factor.error} onRetry={() => void factor.refetch()} />
        )}
      </FieldStack>
    </Modal>
  )
}

interface ProofFormProps extends Pick<ProofDialogProps, 'yes' | 'onProof'> {
  readonly hasFactor: boolean
}

function ProofForm({ yes, hasFactor, onProof }: ProofFormProps) {
  const t = useTranslations('shell')
  const step = useTranslations('security.step')
  const [isRecovery, setRecovery] = useState(false)
  const proofOf = ({ ownPassword, code }: { ownPassword: string; code: string }): Proof => ({
    ownPassword,
    ...(hasFactor ? { code } : {}),
  })
  const { form, problem, isBusy, onSubmit } = useApiForm({
    initialValues: { ownPassword: '', code: '' },
    schema: proveSelf.body,
    toBody: proofOf,
    onSubmit: async (values) => await onProof(proofOf(values)),
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldStack>
        <FormProblem>{problem}</FormProblem>
        <PasswordField
          label={t('ownPassword')}
          autoComplete="current-password"
          required
          data-autofocus
          {...form.text('ownPassword')}
        />
        {hasFactor && <CodeField isRecovery={isRecovery} {...form.text('code')} />}
        {hasFactor && !isRecovery && (
          <Button variant="subtle" onClick={() => setRecovery(true)}>
            {step('useRecovery')}
          </Button>
        )}
        <SubmitButton isBusy={isBusy}>{yes}</SubmitButton>
      </FieldStack>
    </form>
  )
}
