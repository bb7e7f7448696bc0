import { useTranslations } from 'use-intl'
import type { BillingDocument } from '../billing/index.ts'
import { endsIn, PendingContract, type LaterDeed } from '../contracts/index.ts'
import { BoxDeeds } from './box-deeds.tsx'
import { BoxHead } from './box-head.tsx'
import { BoxPaidLine } from './box-paid-line.tsx'
import { DebtBand, DebtLines, DebtPayment, isInArrears, PaidAlready } from './debt-band.tsx'
import { EndingBand } from './ending-band.tsx'
import { doorOf, type MyBox, type MyStock } from './my-box.ts'
import { OpenButton } from './open-button.tsx'
import { OpenedPanel } from './opened-panel.tsx'
import { NoConnection, Refusal } from './refusal.tsx'
import type { Opening } from './use-open-door.ts'
import classes from './box-card.module.css'

export interface BoxCardProps {
  readonly box: MyBox
  readonly stock: MyStock
  /** The account's documents, for what is owed; undefined until they are known. */
  readonly documents: readonly BillingDocument[] | undefined
  /** In the stock's zone. */
  readonly today: string
  readonly opening: Opening
  readonly onLater: (deed: LaterDeed, box: MyBox) => void
}

const endingWithinDays = 7

/** A box: what it is, until when it is paid, and the one thing to do now: open, pay, leave (pictures 09–13). */
export function BoxCard({ box, stock, documents, today, opening, onLater }: BoxCardProps) {
  const t = useTranslations('mybox.page')
  const { contract } = box
  const door = doorOf(box, stock.isOk)
  const isInDebt = isInArrears(contract)
  const isShutByDebt = !box.opening.opens && contract.overdueRent != null
  const end = endsIn(contract, today)
  const isEnding = end !== null && end <= endingWithinDays
  const takesCards = stock.stock.onlinePayment
  const failure = opening.failure?.id === box.id ? opening.failure.text : null
  const tone =
    door === 'opened'
      ? 'teal'
      : isInDebt
        ? isShutByDebt
          ? 'red'
          : 'amber'
        : isEnding || door === 'pending'
          ? 'amber'
          : undefined
  return (
    <article className={classes.card} data-tone={tone} aria-label={t('title', { number: box.unitNumber })}>
      {isInDebt && <DebtBand contract={contract} opening={box.opening} today={today} />}
      <div
        className={classes.body}
        data-wide={door === 'opened' || door === 'pending' || isInDebt || undefined}
      >
        <div className={classes.facts}>
          <BoxHead box={box} />
          {door !== 'pending' && <BoxPaidLine contract={contract} today={today} />}
          {isInDebt && <DebtLines contract={contract} documents={documents} />}
        </div>
        <div className={classes.deeds}>
          {door === 'pending' && (
            <>
              <PendingContract contract={contract} takesCards={takesCards} />
              {box.opening.code !== null && box.opening.code !== 7000 && box.opening.message != null && (
                <p className={classes.note}>{box.opening.message}</p>
              )}
            </>
          )}
          {isInDebt && door !== 'opened' && (
            <DebtPayment contract={contract} documents={documents} takesCards={takesCards} />
          )}
          {door === 'opened' && <OpenedPanel box={box} stock={stock} opening={opening} />}
          {door === 'ready' && (
            <OpenButton
              number={box.unitNumber}
              isBusy={opening.busyId === box.id}
              onPress={() => void opening.ask(box, stock.stock)}
            />
          )}
          {door === 'refused' && <Refusal box={box} stock={stock} />}
          {door === 'noConnection' && <NoConnection stock={stock} />}
          {failure !== null && (
            <p className={classes.failure} role="alert">
              {failure}
            </p>
          )}
          {isShutByDebt && <PaidAlready />}
          {door !== 'opened' && door !== 'pending' && <BoxDeeds box={box} onLater={onLater} />}
        </div>
      </div>
      {isEnding && door !== 'opened' && <EndingBand box={box} days={end} />}
    </article>
  )
}
