import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listCategories } from '@stowage/api/catalog'
import { queryOf } from '../../../client/index.ts'
import { AttentionNote, AskedSection, EmptyState, PageHeader, SkeletonRows } from '../../../ui/index.ts'
import { CategoriesTable } from './categories-table.tsx'
import { RegroupBoxes } from './regroup-boxes.tsx'
import classes from './categories.module.css'

/** /boxcats: sizes and what they cost; what the bookable boxes are priced by (specification 2.9). */
export default function CategoriesPage(): ReactNode {
  const t = useTranslations('boxes.cats')
  const shell = useTranslations('shell')
  const query = useQuery(queryOf(listCategories))
  const unconfirmed = (query.data ?? []).filter(({ prices }) =>
    prices.some(({ confirmed }) => !confirmed),
  ).length
  const add = (
    <Button
      leftSection={<IconPlus size={18} stroke={1.75} />}
      renderRoot={(props) => <Link to="/boxcats/add" {...props} />}
    >
      {t('add')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={shell('nav.categories')}
        {...(query.data === undefined ? {} : { lead: t('count', { count: query.data.length }) })}
        actions={add}
      />
      <RegroupBoxes />
      {unconfirmed > 0 && (
        <div className={classes.warning}>
          <AttentionNote>{t('warning', { count: unconfirmed })}</AttentionNote>
        </div>
      )}
      <AskedSection
        title={t('list')}
        query={query}
        flush
        skeleton={<SkeletonRows rows={5} height={56} />}
        isEmpty={(categories) => categories.length === 0}
        empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} />}
      >
        {(categories) => <CategoriesTable categories={categories} />}
      </AskedSection>
    </>
  )
}
