import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { FieldRow, type Fields } from '../../../ui/index.ts'
import { PermissionPicker } from './permission-picker.tsx'
import type { RoleValues } from './role.ts'

interface RoleFieldsProps {
  readonly form: Fields<RoleValues>
  readonly isNew: boolean
}

/** Name and what its people may do. */
export function RoleFields({ form, isNew }: RoleFieldsProps) {
  const t = useTranslations('registers.roles')
  const roles = useTranslations('shell.role')
  const { platformRole } = form.values
  const choices = (['staff', 'client', 'superUser'] as const).map((value) => ({ value, label: roles(value) }))
  return (
    <>
      <FieldRow>
        <TextInput label={t('name')} required data-autofocus autoComplete="off" {...form.text('name')} />
        <TextInput
          label={t('alias')}
          description={t('aliasHint')}
          required
          autoComplete="off"
          spellCheck={false}
          {...form.text('alias')}
        />
      </FieldRow>
      <NativeSelect
        label={t('platformRole')}
        {...(isNew ? { description: t('platformHint') } : {})}
        data={choices}
        disabled={!isNew}
        {...form.text('platformRole')}
      />
      <Textarea label={t('description')} autosize minRows={2} {...form.text('description')} />
      {platformRole === 'staff' ? (
        <PermissionPicker
          value={form.values.permissions}
          onChange={(value) => form.set('permissions', value)}
          error={form.errors['permissions']}
        />
      ) : (
        <p>{t('staffOnly')}</p>
      )}
    </>
  )
}
