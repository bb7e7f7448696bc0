import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { listStocks } from '@stowage/api/catalog'
import { queryOf } from '../../client/index.ts'
import { FieldRow } from '../../ui/index.ts'
import type { AccountPartProps } from './account-part.ts'

/** The platform role, and for staff the warehouse they work at. Nobody changes his own rights. */
export function AccountRights({ form, isOwn }: AccountPartProps & { readonly isOwn: boolean }) {
  const t = useTranslations('backoffice.account')
  const roles = useTranslations('shell.role')
  const { data: stocks = [] } = useQuery({ ...queryOf(listStocks), meta: { quiet: true } })
  const isStaff = form.values.role === 'staff'
  const roleOptions = (['client', 'staff', 'superUser'] as const).map((value) => ({
    value,
    label: roles(value),
  }))
  const stockOptions = [
    { value: '', label: t('allStocks') },
    ...stocks.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <FieldRow>
      <NativeSelect
        label={t('role')}
        data={roleOptions}
        disabled={isOwn}
        {...(isOwn ? { description: t('ownRole') } : {})}
        {...form.text('role')}
      />
      {isStaff && (
        <NativeSelect label={t('stock')} data={stockOptions} disabled={isOwn} {...form.text('stock')} />
      )}
    </FieldRow>
  )
}
