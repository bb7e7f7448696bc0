import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { getCompany } from '@stowage/api/catalog'
import { queryOf } from '../../../client/index.ts'
import { ErrorState, PageHeader, SkeletonCard } from '../../../ui/index.ts'
import { SellersSection } from '../sellers/sellers-section.tsx'
import { CompanyForm } from './company-form.tsx'
import classes from './company.module.css'

/** /company: settings of decision 28. */
export default function CompanyPage(): ReactNode {
  const t = useTranslations('registers.company')
  const shell = useTranslations('shell')
  const { data, error, refetch } = useQuery(queryOf(getCompany))
  return (
    <>
      <PageHeader title={shell('nav.company')} lead={t('lead')} />
      {data !== undefined ? (
        <div className={classes.stack}>
          <CompanyForm company={data} />
          <SellersSection />
        </div>
      ) : error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonCard height={420} />
      )}
    </>
  )
}
