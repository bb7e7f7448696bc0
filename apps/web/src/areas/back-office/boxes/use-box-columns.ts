import { useTranslations } from 'use-intl'
import { useColumns } from '../use-columns.tsx'

/** The columns that may be hidden; number, lock and what can be done always show. */
export function useBoxColumns(): ReturnType<typeof useColumns> {
  const t = useTranslations('backoffice.boxes')
  const words = useTranslations('boxes.list')
  const choices = [
    { accessor: 'size', title: t('size') },
    { accessor: 'monthRate', title: words('rate') },
    { accessor: 'category', title: words('category') },
    { accessor: 'floor', title: words('floor') },
    { accessor: 'lockStatus', title: t('state') },
    { accessor: 'userInfo', title: t('client') },
    { accessor: 'description', title: words('description') },
  ]
  return useColumns('boxes', choices, ['floor', 'description'])
}
