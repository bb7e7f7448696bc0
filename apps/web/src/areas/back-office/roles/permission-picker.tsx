import { Checkbox } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { permissionGroups } from './role.ts'
import classes from './roles.module.css'

interface PermissionPickerProps {
  readonly value: readonly string[]
  /** Left out: only to look at. */
  readonly onChange?: (value: readonly string[]) => void
  readonly error?: string | undefined
}

/** One tick per thing that staff do, under what it is about. */
export function PermissionPicker({ value, onChange, error }: PermissionPickerProps) {
  const t = useTranslations('registers.roles')
  const toggle = (permission: string, isOn: boolean): void =>
    onChange?.(isOn ? [...value, permission] : value.filter((one) => one !== permission))
  return (
    <div className={classes.groups}>
      {permissionGroups.map(({ group, permissions }) => (
        <fieldset key={group} className={classes.group} disabled={onChange === undefined}>
          <legend>{t(`groups.${group}`)}</legend>
          {permissions.map((permission) => (
            <Checkbox
              key={permission}
              label={t(`names.${permission}`)}
              checked={value.includes(permission)}
              onChange={(event) => toggle(permission, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
      ))}
      {error !== undefined && <p role="alert">{error}</p>}
    </div>
  )
}
