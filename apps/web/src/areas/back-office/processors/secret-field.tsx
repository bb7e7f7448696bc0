import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { zone, type Processor } from './processor.ts'

interface SecretFieldProps extends PasswordInputProps {
  readonly name: Processor['secrets'][number]['name']
  /** Undefined: a new one, whose secrets are all needed. */
  readonly processor: Processor | undefined
  readonly hint?: string
}

/** A secret is written and never read back: of one that is kept is said since when, and how it ends where that is harmless. */
export function SecretField({ name, processor, hint, ...props }: SecretFieldProps) {
  const t = useTranslations('processors.form')
  const form = useTranslations('form')
  const format = useFormat()
  const kept = processor?.secrets.find((secret) => secret.name === name)
  const words = [
    hint,
    kept?.since == null
      ? undefined
      : t('kept', { end: kept.end ?? 'none', when: format.shortInstant(kept.since, zone) }),
  ]
  return (
    <PasswordInput
      description={words.filter((word) => word !== undefined).join('. ')}
      required={processor === undefined}
      // A password manager would put the operator's own password in.
      autoComplete="new-password"
      spellCheck={false}
      visibilityToggleButtonProps={{ 'aria-label': form('showPassword'), tabIndex: 0 }}
      {...(props.error ? { 'aria-invalid': true } : {})}
      {...props}
    />
  )
}
