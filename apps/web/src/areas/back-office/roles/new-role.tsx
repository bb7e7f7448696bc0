import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { createRole, listRoles } from '@stowage/api/roles'
import type { Body } from '@stowage/api/endpoint'
import { call, keyOf } from '../../../client/index.ts'
import { toast, useApiForm, useUnsaved } from '../../../ui/index.ts'
import { RecordForm } from '../record-form.tsx'
import { savedMs } from '../saved-ms.ts'
import { RoleFields } from './role-fields.tsx'
import { roleLengths, roleValues, type RoleValues } from './role.ts'

/** A role of one's own. */
export function NewRole({ onMade }: { readonly onMade: () => void }) {
  const t = useTranslations('registers.roles')
  const client = useQueryClient()
  const toBody = (values: RoleValues): Body<typeof createRole> =>
    ({
      ...values,
      permissions: values.platformRole === 'staff' ? values.permissions : [],
    }) as Body<typeof createRole>
  const role = useApiForm<RoleValues>({
    initialValues: roleValues(),
    schema: createRole.body,
    toBody,
    lengths: roleLengths,
    onSubmit: async (values) => {
      const made = await call(createRole, { body: toBody(values) })
      await client.invalidateQueries({ queryKey: keyOf(listRoles) })
      toast({ text: t('created', { name: made.name }), ms: savedMs })
      onMade()
    },
  })
  useUnsaved(JSON.stringify(role.form.values) !== JSON.stringify(roleValues()) && !role.isBusy, 'role')
  return (
    <RecordForm state={role} submit={t('create')}>
      <RoleFields form={role.form} isNew />
    </RecordForm>
  )
}
