import { useState, type ReactNode } from 'react'
import {
  BoxCard,
  BoxRow,
  doorOf,
  Doors,
  inOrder,
  isInArrears,
  OpenByPin,
  StockHead,
  StockMoney,
  WifiRow,
  type BoxCardProps,
  type MyBox,
  type MyStock,
} from '../../../features/access/index.ts'
import type { CurrentUser } from '../../../client/index.ts'
import { useToday } from '../../../features/catalog/index.ts'
import { useIsPhone } from '../../../ui/index.ts'
import { ReservationCard } from './reservation-card.tsx'
import { WhereIsBox } from './where-is-box.tsx'
import classes from './stock-group.module.css'

interface StockGroupProps extends Pick<BoxCardProps, 'documents' | 'opening' | 'onLater'> {
  readonly stock: MyStock
  readonly user: CurrentUser
  /** The server does not answer this device. */
  readonly isCutOff: boolean
  /** Under the boxes. */
  readonly children: ReactNode
}

/** One stock: on a phone in walking order, gate, door, box; on a desk the boxes left and the stock beside them. */
export function StockGroup({ stock, user, isCutOff, children, ...rest }: StockGroupProps) {
  const isPhone = useIsPhone()
  const today = useToday(stock.stock.timeZone)
  const boxes = inOrder(stock.boxes, stock.isOk)
  const [picked, setPicked] = useState<string | null>(null)
  const shownId = boxes.some(({ id }) => id === picked) ? picked : (boxes[0]?.id ?? null)
  const isOpen = boxes.some((box) => doorOf(box, stock.isOk) === 'opened')
  const needsHand = (box: MyBox): boolean =>
    isInArrears(box.contract) || box.lockStatus === 'opened' || box.contract.status === 'pending'
  const cards = boxes.map((box) =>
    !isPhone || box.id === shownId || needsHand(box) ? (
      <BoxCard key={box.id} box={box} stock={stock} today={today} {...rest} />
    ) : (
      <BoxRow
        key={box.id}
        box={box}
        stock={stock}
        today={today}
        opening={rest.opening}
        onExpand={() => setPicked(box.id)}
      />
    ),
  )
  const reservations = stock.reservations.map((reservation) => (
    <ReservationCard key={reservation.id} reservation={reservation} timeZone={stock.stock.timeZone} />
  ))
  const own = boxes.find(({ id }) => id === shownId) ?? null
  const where = own !== null && (
    <WhereIsBox stockId={stock.stock.id} boxId={own.id} floor={own.floor ?? null} />
  )
  const hasWifi = stock.stock.wifiNetworkName != null && stock.stock.wifiNetworkName !== ''

  const withoutServer = (isCutOff || !stock.isOk) && <OpenByPin stock={stock} user={user} />

  if (isPhone)
    return (
      <section className={classes.phone} aria-label={stock.stock.name}>
        <StockHead stock={stock} />
        {withoutServer}
        {!isOpen && <Doors stock={stock} way="in" />}
        {cards}
        {reservations}
        <Doors stock={stock} way={isOpen ? 'both' : 'out'} />
        {hasWifi && (
          <div className={classes.card}>
            <WifiRow stock={stock.stock} />
          </div>
        )}
        <div className={classes.card}>
          <StockMoney stock={stock} userId={user.id} />
        </div>
        {where}
        {children}
      </section>
    )
  return (
    <section className={classes.desk} aria-label={stock.stock.name}>
      <div className={classes.column}>
        {cards}
        {reservations}
        {children}
      </div>
      <div className={classes.column}>
        <div className={classes.side}>
          <StockHead stock={stock} />
          {withoutServer}
          <Doors stock={stock} />
          <WifiRow stock={stock.stock} />
          <StockMoney stock={stock} userId={user.id} />
        </div>
        {where}
      </div>
    </section>
  )
}
