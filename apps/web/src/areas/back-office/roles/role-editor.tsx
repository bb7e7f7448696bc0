import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { deleteRole, listRoles, updateRole } from '@stowage/api/roles'
import { call, keyOf, queryOf } from '../../../client/index.ts'
import { confirm, FieldStack, toast, useRecordForm, useUnsaved } from '../../../ui/index.ts'
import { DeleteButton } from '../delete-button.tsx'
import { RecordForm } from '../record-form.tsx'
import { savedMs } from '../saved-ms.ts'
import { PermissionPicker } from './permission-picker.tsx'
import { RoleFields } from './role-fields.tsx'
import { roleLengths, roleValues, type Role, type RoleValues } from './role.ts'

interface RoleEditorProps {
  readonly role: Role
  /** Deleted: there is nothing to show any more. */
  readonly onDeleted: () => void
}

/** A custom role is edited and deleted; a built-in one is only looked at. */
export function RoleEditor({ role, onDeleted }: RoleEditorProps) {
  const t = useTranslations('registers.roles')
  if (!role.isBuiltIn) return <CustomRole role={role} onDeleted={onDeleted} />
  return (
    <FieldStack>
      <p>{t('builtInText')}</p>
      {role.platformRole === 'staff' ? (
        <PermissionPicker value={role.permissions} />
      ) : (
        <p>{t('staffOnly')}</p>
      )}
    </FieldStack>
  )
}

function CustomRole({ role, onDeleted }: RoleEditorProps) {
  const t = useTranslations('registers.roles')
  const shell = useTranslations('shell')
  const client = useQueryClient()
  const params = { id: role.id }
  const record = useRecordForm<Role, RoleValues>({
    record: role,
    valuesOf: roleValues,
    schema: updateRole.body,
    lengths: roleLengths,
    confirm: async ({ name }) =>
      await confirm({
        title: t('saveTitle', { name: name.trim() }),
        text: t('saveText', { count: role.users }),
        yes: shell('save'),
      }),
    save: async (body, updated) => {
      const saved = await call(updateRole, { params, body: { ...body, updated } })
      await client.invalidateQueries({ queryKey: keyOf(listRoles) })
      toast({ text: t('saved'), ms: savedMs })
      return saved
    },
    reread: async () => {
      const roles = await client.fetchQuery({ ...queryOf(listRoles), staleTime: 0 })
      return roles.find(({ id }) => id === role.id) ?? role
    },
  })
  useUnsaved(record.isChanged && !record.isBusy, 'role')
  const remove = async (): Promise<void> => {
    await call(deleteRole, { params })
    toast({ text: t('deleted', { name: role.name }), ms: savedMs })
    onDeleted()
    await client.invalidateQueries({ queryKey: keyOf(listRoles) })
  }
  return (
    <RecordForm
      state={record}
      submit={shell('save')}
      aside={
        <DeleteButton
          label={t('delete')}
          title={t('deleteTitle', { name: role.name })}
          text={t('deleteText')}
          remove={remove}
        />
      }
    >
      <RoleFields form={record.form} isNew={false} />
    </RecordForm>
  )
}
