import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { PageOfStock } from '../page-of-stock.tsx'
import { CandidatesCard } from './candidates-card.tsx'
import { NoticesCard } from './notices-card.tsx'
import classes from './rises.module.css'

/** /rent-rises?stockId=: who may be given a new price, and the notices that were served (decisions 14 and 17). */
export default function RisesPage(): ReactNode {
  const t = useTranslations('rises')
  const shell = useTranslations('shell')
  const navigate = useNavigate({ from: '/rent-rises' })
  const { stockId } = useSearch({ from: '/inside/rent-rises' })
  return (
    <PageOfStock
      title={shell('nav.rentRises')}
      label={t('stock')}
      noStocks={t('noStocks')}
      stockId={stockId}
      // What another system runs is not billed by us.
      isListed={({ isExternal }) => !isExternal}
      onChoose={(id) => void navigate({ to: '/rent-rises', search: { stockId: id } })}
    >
      {(stock) => (
        <div className={classes.page} key={stock.id}>
          <CandidatesCard stockId={stock.id} />
          <NoticesCard stock={stock} />
        </div>
      )}
    </PageOfStock>
  )
}
