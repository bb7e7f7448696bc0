import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { createRole, listRoles } from '@stowage/api/roles'
import type { Body } from '@stowage/api/endpoint'
import { call, keyOf } from '../../../client/index.ts'
import { FieldStack, FormProblem, toast, useApiForm, useUnsaved } from '../../../ui/index.ts'
import { FormActions } from '../form-actions.tsx'
import { savedMs } from '../saved-ms.ts'
import { RoleFields } from './role-fields.tsx'
import { roleLengths, roleValues, type RoleValues } from './role.ts'

/** A role of one's own. */
export function NewRole({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('registers.roles')
  const client = useQueryClient()
  const toBody = (values: RoleValues): Body<typeof createRole> =>
    ({
      ...values,
      permissions: values.platformRole === 'staff' ? values.permissions : [],
    }) as Body<typeof createRole>
  const { form, problem, isBusy, onSubmit } = useApiForm<RoleValues>({
    initialValues: roleValues(),
    schema: createRole.body,
    toBody,
    lengths: roleLengths,
    onSubmit: async (values) => {
      const role = await call(createRole, { body: toBody(values) })
      await client.invalidateQueries({ queryKey: keyOf(listRoles) })
      toast({ text: t('created', { name: role.name }), ms: savedMs })
      onClose()
    },
  })
  useUnsaved(JSON.stringify(form.values) !== JSON.stringify(roleValues()) && !isBusy, 'role')
  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldStack>
        <RoleFields form={form} isNew />
        <FormProblem>{problem}</FormProblem>
        <FormActions isBusy={isBusy} submit={t('create')} />
      </FieldStack>
    </form>
  )
}
