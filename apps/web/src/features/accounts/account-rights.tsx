import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { listStocks } from '@stowage/api/catalog'
import { listRoles } from '@stowage/api/roles'
import { isBuiltInRole } from '@stowage/domain/roles'
import { queryOf } from '../../client/index.ts'
import { FieldRow } from '../../ui/index.ts'
import type { AccountPartProps } from './account-part.ts'

/** Built-in roles that say no more than the platform role itself. */
const usual: ReadonlySet<string> = new Set(['super', 'manager', 'user'])

/** The platform role, a named role of it, and for staff the warehouse they work at. Nobody changes his own rights. */
export function AccountRights({
  form,
  isOwn,
  isNew = false,
}: Omit<AccountPartProps, 'may'> & { readonly isOwn: boolean }) {
  const t = useTranslations('backoffice.account')
  const roles = useTranslations('shell.role')
  const builtIn = useTranslations('backoffice.roles')
  const { data: stocks = [] } = useQuery({ ...queryOf(listStocks), meta: { quiet: true } })
  const { data: named = [] } = useQuery({ ...queryOf(listRoles), meta: { quiet: true } })
  const { role, roleId } = form.values
  const isStaff = role === 'staff'
  const roleOptions = (['client', 'staff', 'superUser'] as const).map((value) => ({
    value,
    label: roles(value),
  }))
  const namedOptions = named
    .filter(({ id, alias, platformRole }) => platformRole === role && (!usual.has(alias) || id === roleId))
    .map(({ id, alias, name }) => ({ value: id, label: isBuiltInRole(alias) ? builtIn(alias) : name }))
  const stockOptions = [
    { value: '', label: t('allStocks') },
    ...stocks.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <FieldRow>
      <NativeSelect
        label={t('role')}
        data={roleOptions}
        required={isNew}
        withAsterisk={isNew}
        disabled={isOwn}
        {...(isOwn ? { description: t('ownRole') } : {})}
        {...form.text('role')}
        onChange={(event) => {
          // A named role belongs to one platform role, and only staff are tied to a warehouse.
          form.set('role', event.currentTarget.value)
          form.set('roleId', '')
          form.set('stock', '')
        }}
      />
      {(namedOptions.length > 0 || roleId !== '') && (
        <NativeSelect
          label={t('namedRole')}
          data={[{ value: '', label: t(isStaff ? 'usualStaff' : 'usualRole') }, ...namedOptions]}
          disabled={isOwn}
          {...form.text('roleId')}
        />
      )}
      {isStaff && (
        <NativeSelect label={t('stock')} data={stockOptions} disabled={isOwn} {...form.text('stock')} />
      )}
    </FieldRow>
  )
}
