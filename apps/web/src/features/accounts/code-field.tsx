import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useRef, type Ref } from 'react'
import { useTranslations } from 'use-intl'
import classes from './security.module.css'

interface CodeFieldProps extends Omit<TextInputProps, 'type'> {
  /** A recovery code instead of one of the app. */
  readonly isRecovery?: boolean
  /** Sends the form as soon as six digits stand there: typed, pasted, or put in by the phone. */
  readonly sendsItself?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

const digitsIn = (value: string): string => value.replace(/[\s-]/g, '')

/** A code of the app or a recovery code; phones and password managers know it by `one-time-code`. */
export function CodeField({ isRecovery = false, sendsItself = false, onChange, ...props }: CodeFieldProps) {
  const t = useTranslations('security.step')
  const sent = useRef('')
  const whole = useRef<HTMLDivElement>(null)
  const isWrong = props.error != null && props.error !== false
  // Under a picture to scan the field stands at the foot of a phone: what is wrong with it came up below.
  useEffect(() => {
    if (isWrong) whole.current?.scrollIntoView({ block: 'nearest' })
  }, [isWrong])
  return (
    <TextInput
      wrapperProps={{ ref: whole }}
      label={isRecovery ? t('recovery') : t('code')}
      description={isRecovery ? t('recoveryHint') : t('codeHint')}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={40}
      size="lg"
      required
      classNames={{ input: classes.code ?? '' }}
      {...props}
      onChange={(event) => {
        onChange?.(event)
        const digits = digitsIn(event.currentTarget.value)
        const { form } = event.currentTarget
        // The same once: a code that was refused is not sent again by touching the field.
        if (!sendsItself || isRecovery || !/^\d{6}$/.test(digits) || digits === sent.current) return
        sent.current = digits
        // After the value has come into the form.
        setTimeout(() => form?.requestSubmit(), 0)
      }}
    />
  )
}
