import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { deleteRole, listRoles, updateRole } from '@stowage/api/roles'
import { call, keyOf, queryOf } from '../../../client/index.ts'
import { confirm, FieldStack, FormProblem, toast, useRecordForm, useUnsaved } from '../../../ui/index.ts'
import { FormActions } from '../form-actions.tsx'
import { savedMs } from '../saved-ms.ts'
import { PermissionPicker } from './permission-picker.tsx'
import { RoleFields } from './role-fields.tsx'
import { roleLengths, roleValues, type Role, type RoleValues } from './role.ts'

interface RoleEditorProps {
  readonly role: Role
  readonly onClose: () => void
}

/** A custom role is edited and deleted; a built-in one is only looked at. */
export function RoleEditor({ role, onClose }: RoleEditorProps) {
  const t = useTranslations('registers.roles')
  if (!role.isBuiltIn) return <CustomRole role={role} onClose={onClose} />
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

function CustomRole({ role, onClose }: RoleEditorProps) {
  const t = useTranslations('registers.roles')
  const shell = useTranslations('shell')
  const client = useQueryClient()
  const params = { id: role.id }
  const { form, problem, isBusy, isChanged, onSubmit, undo } = useRecordForm<Role, RoleValues>({
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
  const removing = useMutation({
    mutationFn: async () => await call(deleteRole, { params }),
    onSuccess: async () => {
      toast({ text: t('deleted', { name: role.name }), ms: savedMs })
      onClose()
      await client.invalidateQueries({ queryKey: keyOf(listRoles) })
    },
  })
  useUnsaved(isChanged && !isBusy && !removing.isPending, 'role')
  const remove = async (): Promise<void> => {
    const question = {
      title: t('deleteTitle', { name: role.name }),
      text: t('deleteText'),
      yes: t('delete'),
      danger: true,
    }
    if (await confirm(question)) removing.mutate()
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldStack>
        <RoleFields form={form} isNew={false} />
        <FormProblem>{problem}</FormProblem>
        <FormActions
          isBusy={isBusy}
          isChanged={isChanged}
          onUndo={undo}
          submit={shell('save')}
          aside={
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={18} stroke={1.75} />}
              loading={removing.isPending}
              onClick={() => void remove()}
            >
              {t('delete')}
            </Button>
          }
        />
      </FieldStack>
    </form>
  )
}
