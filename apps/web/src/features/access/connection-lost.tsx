import { IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { availability } from '@stowage/api/access'
import { queryOf, useUser } from '../../client/index.ts'
import { Pill } from '../../ui/index.ts'
import { Modal } from '../../ui/dialog.tsx'
import { allows } from '../accounts/index.ts'
import { useStock } from '../catalog/index.ts'
import { WayAround } from './way-around.tsx'
import classes from './connection-lost.module.css'

/** As often as the site's own heart beats (three beats missed and it counts as away). */
const againMs = 30_000

/** Whether a site answers; true until it is known that it does not. */
export function useAvailability(stockId: string | undefined): boolean {
  const user = useUser()
  // A role of one's own making may list the stocks and not hear how they are: asked all the same, each card would be refused.
  const mayAsk = user?.role === 'client' || allows(user, { permission: 'stocks.availability' })
  const { data } = useQuery({
    ...queryOf(availability, { params: { id: stockId ?? '' } }),
    enabled: stockId !== undefined && mayAsk,
    refetchInterval: againMs,
    meta: { quiet: true },
  })
  return data?.isOk !== false
}

interface ConnectionLostProps {
  readonly stockId: string
  /** Opens by the badge only: for who looks after many stocks. */
  readonly isQuiet?: boolean
}

/**
 * For staff, beside a stock: a badge when its site does not answer, and what to do about it (specification 2.6). The dialog
 * opens by itself once and by the badge again.
 */
export function ConnectionLost({ stockId, isQuiet = false }: ConnectionLostProps) {
  const t = useTranslations('mybox')
  const isOk = useAvailability(stockId)
  const stock = useStock(isOk ? undefined : stockId)
  const [isClosed, setClosed] = useState(isQuiet)
  if (isOk) return null
  return (
    <>
      <button type="button" className={classes.badge} onClick={() => setClosed(false)}>
        <Pill tone="amber" icon={IconPlugConnectedX}>
          {t('stock.noConnection')}
        </Pill>
      </button>
      {stock !== undefined && (
        <Modal
          opened={!isClosed}
          onClose={() => setClosed(true)}
          size={480}
          title={t('connection.title', { stock: stock.name })}
        >
          <WayAround stock={stock} />
        </Modal>
      )}
    </>
  )
}
