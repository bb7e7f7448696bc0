import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { ListedStock } from '../catalog/index.ts'
import classes from './connection-lost.module.css'

interface WayAroundProps {
  readonly stock: Pick<ListedStock, 'offlineAppUrl' | 'wifiNetworkName' | 'wifiPassword' | 'phone'>
  /** One more step, behind those of everybody. */
  readonly children?: ReactNode
}

/** Whether a stock has a page of its own, inside its Wi-Fi, that a browser may be sent to. */
export function hasOwnPage(stock: Pick<ListedStock, 'offlineAppUrl'>): boolean {
  return stock.offlineAppUrl != null && /^https?:\/\//.test(stock.offlineAppUrl)
}

/** What to do where a site is cut off: mobile data off, its Wi-Fi, its own page (specification 2.6). */
export function WayAround({ stock, children }: WayAroundProps) {
  const t = useTranslations('mybox.connection')
  const { offlineAppUrl, wifiNetworkName, wifiPassword, phone } = stock
  if (!hasOwnPage(stock)) return <p>{t('noApp', { phone })}</p>
  return (
    <div className={classes.way}>
      <p>{t('lead')}</p>
      <ol className={classes.steps}>
        <li>{t('mobile')}</li>
        <li>
          {wifiNetworkName == null ? t('wifiUnknown') : t('wifi', { name: wifiNetworkName })}
          {wifiPassword != null && (
            <strong className={classes.secret}>{t('password', { password: wifiPassword })}</strong>
          )}
        </li>
        <li>{t('app')}</li>
        {children}
      </ol>
      <Button size="md" component="a" href={offlineAppUrl ?? ''} rel="noreferrer" data-autofocus>
        {t('go')}
      </Button>
    </div>
  )
}
