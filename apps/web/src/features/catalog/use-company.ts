import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import { getCompany } from '@stowage/api/catalog'
import { queryOf } from '../../client/index.ts'

export type Company = Answer<typeof getCompany>

/** What every screen says about the operator; hardly ever changes, and no screen waits for it. */
export const companyQuery = queryOptions({
  ...queryOf(getCompany),
  staleTime: 5 * 60_000,
  meta: { quiet: true },
})

/** Undefined until it is known. */
export function useCompany(): Company | undefined {
  return useQuery(companyQuery).data
}

/** What customers know the house by: the company's name, the product's where it has none; undefined until it is known. */
export function useCompanyName(): string | undefined {
  const product = useTranslations('shell')('product')
  const company = useCompany()
  return company === undefined ? undefined : company.name.trim() || product
}
