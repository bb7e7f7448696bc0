import { Button } from '@mantine/core'
import {
  IconBuildingWarehouse,
  IconHistory,
  IconLockOpen,
  IconMap2,
  IconPackage,
  IconSettings,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../client/index.ts'
import { ConnectionLost, useAvailability } from '../../../features/access/index.ts'
import { allows, needs } from '../../../features/accounts/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { Pill } from '../../../ui/index.ts'
import { EquipmentButtons } from './equipment-buttons.tsx'
import { boxesOf, type Stock } from './stock.ts'
import classes from './stocks.module.css'

/** A warehouse: where it is, whether it answers, its doors, and the ways on (specification 2.6). */
export function StockCard({ stock }: { readonly stock: Stock }) {
  const t = useTranslations('backoffice.stocks')
  const format = useFormat()
  const user = useUser()
  const isLost = !useAvailability(stock.id)
  // Who works at this one warehouse is told at once what to do; who looks after several opens it by the badge.
  const isHere = user?.role === 'staff' && user.stock === stock.id
  const { total, free } = boxesOf(stock)
  const place =
    stock.city === undefined
      ? stock.zip
      : `${stock.zip} ${stock.city.city}, ${format.country(stock.city.country)}`
  return (
    <article className={classes.card} data-lost={isLost || undefined} aria-label={stock.name}>
      <div className={classes.head}>
        <h2>{stock.name}</h2>
        {stock.boxRenting && (
          <Pill tone="teal" icon={IconBuildingWarehouse}>
            {t('rents')}
          </Pill>
        )}
        <ConnectionLost stockId={stock.id} isQuiet={!isHere} />
      </div>
      <div className={classes.place}>
        <div>{stock.address}</div>
        <div>{place}</div>
        <div>{t('facts', { from: stock.openingTime, to: stock.closingTime, total, free })}</div>
      </div>
      <EquipmentButtons stock={stock} isLost={isLost} />
      <nav className={classes.links} aria-label={stock.name}>
        {allows(user, needs.boxes) && (
          <Button
            variant="light"
            leftSection={<IconPackage size={18} stroke={1.75} />}
            renderRoot={(props) => <Link to="/boxes" search={{ stockId: stock.id }} {...props} />}
          >
            {t('boxes')}
          </Button>
        )}
        {allows(user, needs.boxes) && (
          <Button
            variant="subtle"
            leftSection={<IconMap2 size={18} stroke={1.75} />}
            renderRoot={(props) => (
              <Link to="/boxes" search={{ stockId: stock.id, view: 'plan' }} {...props} />
            )}
          >
            {t('plan')}
          </Button>
        )}
        {allows(user, needs.site) && (
          <Button
            variant="subtle"
            leftSection={<IconLockOpen size={18} stroke={1.75} />}
            renderRoot={(props) => <Link to="/stocks/$id/site" params={{ id: stock.id }} {...props} />}
          >
            {t('site')}
          </Button>
        )}
        {allows(user, needs.stockHistory) && (
          <Button
            variant="subtle"
            leftSection={<IconHistory size={18} stroke={1.75} />}
            renderRoot={(props) => <Link to="/stocks/$id/history" params={{ id: stock.id }} {...props} />}
          >
            {t('history')}
          </Button>
        )}
        {allows(user, needs.stock) && (
          <Button
            variant="subtle"
            leftSection={<IconSettings size={18} stroke={1.75} />}
            renderRoot={(props) => <Link to="/stocks/$id" params={{ id: stock.id }} {...props} />}
          >
            {t('settings')}
          </Button>
        )}
      </nav>
    </article>
  )
}
