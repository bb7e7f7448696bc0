import { IconClock, IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { AttentionNote, Pill } from '../../ui/index.ts'
import { useCompany } from '../catalog/index.ts'
import type { MyStock } from './my-box.ts'
import { hasOwnPage } from './way-around.tsx'
import classes from './stock-head.module.css'

/** Where it is, until when one may come in, and whether it answers (specification 2.12, 2.6). */
export function StockHead({ stock: { stock, isOpenNow, isOk, boxes } }: { readonly stock: MyStock }) {
  const t = useTranslations('mybox.stock')
  const format = useFormat()
  const phone = useCompany()?.supportPhone
  const { name, address, zip, city, openingTime, closingTime } = stock
  const [opens, closes] = [openingTime.slice(0, 5), closingTime.slice(0, 5)]
  // The other system that keeps this warehouse is silent: what is paid and until when is its last word.
  const oldCopyOf = boxes.map(({ contract }) => contract.oldCopyOf).find((when) => when != null)
  const place = [
    [zip, city?.city].filter(Boolean).join(' '),
    city === undefined ? undefined : format.country(city.country),
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <div className={classes.head}>
      <div className={classes.line}>
        <h2 className={classes.name}>{name}</h2>
        <Pill tone={isOpenNow ? 'green' : 'amber'} icon={IconClock}>
          {isOpenNow ? t('openUntil', { time: closes }) : t('closedUntil', { time: opens })}
        </Pill>
        {!isOk && (
          <Pill tone="amber" icon={IconPlugConnectedX}>
            {t('noConnection')}
          </Pill>
        )}
      </div>
      <address className={classes.address}>
        {address}
        <br />
        {place}
      </address>
      <p className={classes.hours}>{t('hours', { from: opens, to: closes })}</p>
      {oldCopyOf !== undefined && (
        <AttentionNote>
          {t('oldCopy', { when: format.shortInstant(oldCopyOf, stock.timeZone) })}
        </AttentionNote>
      )}
      {!isOk && (
        <p className={classes.problem}>
          {t(hasOwnPage(stock) ? 'noConnectionPin' : 'noConnectionText', { phone: phone ?? stock.phone })}
        </p>
      )}
    </div>
  )
}
