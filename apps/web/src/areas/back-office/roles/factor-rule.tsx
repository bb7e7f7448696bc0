import { Switch } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { listRoles } from '@stowage/api/roles'
import { requireSecondFactor } from '@stowage/api/second-factor'
import { call, keyOf } from '../../../client/index.ts'
import { confirm, toast } from '../../../ui/index.ts'
import { savedMs } from '../saved-ms.ts'
import type { Role } from './role.ts'

/** Whether who has this role must have a second factor; of built-in roles too. Counts at once, so it is asked first. */
export function FactorRule({ role }: { readonly role: Role }) {
  const t = useTranslations('security.role')
  const client = useQueryClient()
  const rule = useMutation({
    mutationFn: async (isRequired: boolean) =>
      await call(requireSecondFactor, { params: { id: role.id }, body: { isRequired } }),
    onSuccess: () => toast({ text: t('saved'), ms: savedMs }),
    onSettled: async () => await client.invalidateQueries({ queryKey: keyOf(listRoles) }),
  })
  const ask = async (isRequired: boolean): Promise<void> => {
    const isSure = await confirm(
      isRequired
        ? { title: t('onTitle'), text: t('onText', { count: role.users }), yes: t('onYes') }
        : { title: t('offTitle'), text: t('offText'), yes: t('offYes') },
    )
    if (isSure) rule.mutate(isRequired)
  }
  return (
    <Switch
      label={t('label')}
      description={t('hint')}
      checked={role.requiresSecondFactor}
      disabled={rule.isPending}
      onChange={(event) => void ask(event.currentTarget.checked)}
      mb={20}
    />
  )
}
