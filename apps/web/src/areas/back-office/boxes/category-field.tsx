import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { listCategories } from '@stowage/api/catalog'
import { categoryFor } from '@stowage/domain/box'
import { queryOf } from '../../../client/index.ts'
import { typedNumber } from '../../../ui/index.ts'

/** The category that a typed size will have, by the rule of the server (decision 14); nobody chooses it. */
export function CategoryField({ size }: { readonly size: string }) {
  const t = useTranslations('boxes.form')
  const { data } = useQuery({ ...queryOf(listCategories), meta: { quiet: true } })
  const typed = typedNumber(size)
  const categories = data?.map((category) => ({ ...category, createdAt: Date.parse(category.created) }))
  const found =
    categories === undefined || typed === undefined || Number.isNaN(typed)
      ? undefined
      : categoryFor(typed, categories)
  return (
    <TextInput
      label={t('category')}
      description={t('categoryHint')}
      disabled
      value={found === undefined ? '' : (found?.name ?? t('categoryNone'))}
    />
  )
}
