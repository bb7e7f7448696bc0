import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { PageOfStock } from '../page-of-stock.tsx'
import { TariffDialog } from './tariff-dialog.tsx'
import { TariffsOfStock } from './tariffs-of-stock.tsx'

/** /tariffs?stockId=: what may be chosen at a warehouse instead of terms of whole months (decision 16). */
export default function TariffsPage(): ReactNode {
  const t = useTranslations('tariffs')
  const shell = useTranslations('shell')
  const navigate = useNavigate({ from: '/tariffs' })
  const { stockId } = useSearch({ from: '/inside/tariffs' })
  const [isMaking, setMaking] = useState(false)
  return (
    <PageOfStock
      title={shell('nav.tariffs')}
      label={t('stock')}
      noStocks={t('noStocks')}
      stockId={stockId}
      onChoose={(id) => void navigate({ to: '/tariffs', search: { stockId: id } })}
      deed={
        <Button leftSection={<IconPlus size={18} stroke={1.75} />} onClick={() => setMaking(true)}>
          {t('add')}
        </Button>
      }
    >
      {(stock) => (
        <>
          <TariffsOfStock key={stock.id} stock={stock} />
          {isMaking && <TariffDialog stock={stock} tariff={null} onClose={() => setMaking(false)} />}
        </>
      )}
    </PageOfStock>
  )
}
