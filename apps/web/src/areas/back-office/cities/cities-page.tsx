import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listCities } from '@stowage/api/catalog'
import { queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import {
  AskedSection,
  DataTable,
  EmptyState,
  PageHeader,
  SkeletonRows,
  type DataTableColumn,
} from '../../../ui/index.ts'
import type { City } from './city.ts'

/** /cities: a numbered table; what is needed before the first stock (specification 2.5). */
export default function CitiesPage(): ReactNode {
  const t = useTranslations('registers.cities')
  const shell = useTranslations('shell')
  const format = useFormat()
  const query = useQuery(queryOf(listCities))
  const add = (
    <Button
      leftSection={<IconPlus size={18} stroke={1.75} />}
      renderRoot={(props) => <Link to="/cities/add" {...props} />}
    >
      {t('add')}
    </Button>
  )
  const columns: DataTableColumn<City>[] = [
    { accessor: 'number', title: '#', width: 56, render: (_city, index) => format.number(index + 1) },
    { accessor: 'city', title: t('city') },
    { accessor: 'country', title: t('country'), render: (city) => format.country(city.country) },
    {
      accessor: 'options',
      title: t('options'),
      textAlign: 'right',
      render: (city) => (
        <Link to="/cities/$id" params={{ id: city.id }} aria-label={t('editNamed', { name: city.city })}>
          {t('edit')}
        </Link>
      ),
    },
  ]
  return (
    <>
      <PageHeader
        title={shell('nav.cities')}
        {...(query.data === undefined ? {} : { lead: t('count', { count: query.data.length }) })}
        actions={add}
      />
      <AskedSection
        title={t('list')}
        query={query}
        flush
        skeleton={<SkeletonRows rows={5} />}
        isEmpty={(cities) => cities.length === 0}
        empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} />}
      >
        {(cities) => <DataTable records={[...cities]} columns={columns} idAccessor="id" />}
      </AskedSection>
    </>
  )
}
