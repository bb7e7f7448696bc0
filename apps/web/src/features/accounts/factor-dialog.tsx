import { useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '@stowage/api/second-factor'
import { call } from '../../client/index.ts'
import { FieldStack, FormProblem, PasswordField, SubmitButton, toast, useApiForm } from '../../ui/index.ts'
import { Modal } from '../../ui/dialog.tsx'
import { CodeField } from './code-field.tsx'
import { FactorSecret } from './factor-secret.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './security.module.css'

export type FactorDeed = 'setUp' | 'renew' | 'remove'

interface FactorDialogProps {
  readonly deed: FactorDeed
  readonly onClose: () => void
}

/** What changes one's second factor: each step asks for what proves the owner, and new codes are shown at the end. */
export function FactorDialog({ deed, onClose }: FactorDialogProps) {
  const t = useTranslations('security')
  const [secret, setSecret] = useState<{ secret: string; uri: string }>()
  const [codes, setCodes] = useState<readonly string[]>()
  const isShown = codes !== undefined
  const done = (): void => {
    toast({ text: deed === 'remove' ? t('factor.isOff') : t('factor.isOn') })
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={480}
      title={isShown ? t('codes.title') : t(`factor.${deed}Title`)}
      // Codes that are shown once are not lost by a press beside the dialog, nor by Escape.
      closeOnClickOutside={!isShown && secret === undefined}
      closeOnEscape={!isShown}
      withCloseButton={!isShown}
    >
      {codes !== undefined ? (
        <RecoveryCodes codes={codes} onDone={done} />
      ) : deed !== 'setUp' ? (
        <ProveForm deed={deed} onCodes={setCodes} onDone={done} />
      ) : secret === undefined ? (
        <PasswordStep onSecret={setSecret} />
      ) : (
        <CodeStep secret={secret} onCodes={setCodes} />
      )}
    </Modal>
  )
}

function PasswordStep({ onSecret }: { readonly onSecret: (made: { secret: string; uri: string }) => void }) {
  const t = useTranslations('security.factor')
  const { form, problem, isBusy, onSubmit } = useApiForm({
    initialValues: { password: '' },
    schema: beginSecondFactor.body,
    onSubmit: async (body) => onSecret(await call(beginSecondFactor, { body })),
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldStack>
        <p className={classes.text}>{t('lead')}</p>
        <FormProblem>{problem}</FormProblem>
        <OwnPassword {...form.text('password')} />
        <SubmitButton isBusy={isBusy}>{t('next')}</SubmitButton>
      </FieldStack>
    </form>
  )
}

interface CodeStepProps {
  readonly secret: { readonly secret: string; readonly uri: string }
  readonly onCodes: (codes: readonly string[]) => void
}

function CodeStep({ secret, onCodes }: CodeStepProps) {
  const t = useTranslations('security.factor')
  const { form, problem, isBusy, onSubmit } = useApiForm({
    initialValues: { code: '' },
    schema: confirmSecondFactor.body,
    onSubmit: async (body) => onCodes((await call(confirmSecondFactor, { body })).recoveryCodes),
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldStack>
        <FactorSecret {...secret} />
        <FormProblem>{problem}</FormProblem>
        <CodeField sendsItself data-autofocus {...form.text('code')} />
        <SubmitButton isBusy={isBusy}>{t('confirm')}</SubmitButton>
      </FieldStack>
    </form>
  )
}

interface ProveFormProps {
  readonly deed: 'renew' | 'remove'
  readonly onCodes: (codes: readonly string[]) => void
  readonly onDone: () => void
}

/** Password and code: a session alone may be somebody else's at the desk. */
function ProveForm({ deed, onCodes, onDone }: ProveFormProps) {
  const t = useTranslations('security.factor')
  const { form, problem, isBusy, onSubmit } = useApiForm({
    initialValues: { password: '', code: '' },
    schema: removeSecondFactor.body,
    onSubmit: async (body) => {
      if (deed === 'renew') return onCodes((await call(renewRecoveryCodes, { body })).recoveryCodes)
      await call(removeSecondFactor, { body })
      onDone()
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldStack>
        <p className={classes.text}>{t(`${deed}Text`)}</p>
        <FormProblem>{problem}</FormProblem>
        <OwnPassword {...form.text('password')} />
        <CodeField {...form.text('code')} />
        <SubmitButton isBusy={isBusy} {...(deed === 'remove' ? { color: 'red' } : {})}>
          {t(`${deed}Yes`)}
        </SubmitButton>
      </FieldStack>
    </form>
  )
}

function OwnPassword(props: Parameters<typeof PasswordField>[0]) {
  const t = useTranslations('security.factor')
  return (
    <PasswordField label={t('password')} autoComplete="current-password" required data-autofocus {...props} />
  )
}
