import { useTranslations } from 'use-intl'
import type { Account } from '../../features/accounts/index.ts'

/** A role as people say it: built-in ones translated, a custom one by its own name. */
export function useRoleName(): (account: Pick<Account, 'role' | 'roleName'>) => string {
  const t = useTranslations('backoffice.roles')
  return ({ roleName }) => {
    if (roleName === 'super' || roleName === 'admin' || roleName === 'manager' || roleName === 'user')
      return t(roleName)
    return roleName
  }
}
