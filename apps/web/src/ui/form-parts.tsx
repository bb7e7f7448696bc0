import { Button, PasswordInput, type ButtonProps, type PasswordInputProps } from '@mantine/core'
import { IconAlertTriangle, IconEye, IconEyeOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './form-parts.module.css'

/** What is wrong with the whole form, in place and spoken. */
export function FormProblem({ children }: { readonly children: ReactNode }) {
  return (
    <div role="alert" className={classes.alert}>
      {children !== null && (
        <div className={classes.problem}>
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
          <span>{children}</span>
        </div>
      )}
    </div>
  )
}

/** The one filled button of a form; says by itself that it is under way and cannot be pressed twice. */
export function SubmitButton({
  isBusy,
  children,
  ...props
}: ButtonProps & { readonly isBusy: boolean; readonly children: ReactNode }) {
  return (
    <Button type="submit" size="lg" fullWidth loading={isBusy} aria-busy={isBusy} {...props}>
      {children}
    </Button>
  )
}

function Eye({ reveal }: { readonly reveal: boolean }) {
  return reveal ? <IconEyeOff size={20} stroke={1.75} /> : <IconEye size={20} stroke={1.75} />
}

/** A password with an eye that has a name. */
export function PasswordField(props: PasswordInputProps) {
  const t = useTranslations('form')
  return (
    <PasswordInput
      size="lg"
      visibilityToggleIcon={Eye}
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0, size: 36 }}
      // The library says it of every field but this: a form leads to its first bad field by it, and a reader hears it.
      {...(props.error ? { 'aria-invalid': true } : {})}
      {...props}
    />
  )
}

/** Fields side by side where there is room. */
export function FieldRow({ children }: { readonly children: ReactNode }) {
  return <div className={classes.row}>{children}</div>
}

export function FieldStack({ children }: { readonly children: ReactNode }) {
  return <div className={classes.stack}>{children}</div>
}
