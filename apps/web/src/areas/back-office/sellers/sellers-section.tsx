import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { listSellers } from '@stowage/api/stocks'
import { queryOf } from '../../../client/index.ts'
import { AskedSection, SkeletonRows } from '../../../ui/index.ts'
import { SellerDialog } from './seller-dialog.tsx'
import type { Seller } from './seller.ts'
import classes from './sellers.module.css'

/** The legal entities that stocks sell for, for the settings of the company. */
export function SellersSection() {
  const t = useTranslations('sites.sellers')
  const facts = useTranslations('sites.facts')
  const query = useQuery(queryOf(listSellers))
  const [shown, setShown] = useState<Seller | 'new' | null>(null)
  return (
    <>
      <AskedSection
        title={t('title')}
        query={query}
        skeleton={<SkeletonRows rows={2} />}
        isEmpty={(sellers) => sellers.length === 0}
        empty={<p className={classes.quiet}>{t('empty')}</p>}
        foot={
          <Button
            variant="default"
            leftSection={<IconPlus size={18} stroke={1.75} />}
            onClick={() => setShown('new')}
          >
            {facts('addSeller')}
          </Button>
        }
      >
        {(sellers) => (
          <>
            <p className={classes.quiet}>{t('lead')}</p>
            <ul className={classes.list}>
              {sellers.map((seller) => (
                <li key={seller.id}>
                  <span className={classes.name}>
                    <strong>{seller.name}</strong>
                    <span className={classes.quiet}>
                      {[seller.taxNumber ?? seller.vatId, seller.address].filter(Boolean).join(', ')}
                    </span>
                  </span>
                  <span className={classes.quiet}>{t('stocks', { count: seller.stocks })}</span>
                  <Button
                    variant="light"
                    aria-label={t('edit', { name: seller.name })}
                    onClick={() => setShown(seller)}
                  >
                    {t('editShort')}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
      </AskedSection>
      {shown !== null && (
        <SellerDialog
          seller={shown === 'new' ? null : (query.data?.find(({ id }) => id === shown.id) ?? shown)}
          onClose={() => setShown(null)}
        />
      )}
    </>
  )
}
