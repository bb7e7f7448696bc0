import { useTranslations } from 'use-intl'
import { useToday } from '../../../features/catalog/index.ts'
import { lastPaidDay, type Contract } from '../../../features/contracts/index.ts'
import { MiniPlan } from '../../../features/maps/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { CrateLabel, PaidLine } from '../../../ui/index.ts'
import { useBoxPlace } from './use-box-place.ts'
import classes from './results.module.css'

interface PaidBoxProps {
  readonly contract: Contract
}

/** The box: where it is, the way to it, and until when it is paid (picture 08). */
export function PaidBox({ contract }: PaidBoxProps) {
  const t = useTranslations('results.paid')
  const format = useFormat()
  const { unitNumber, physicalSize, unit, stock, stockId, boxId, startDate, endDate } = contract
  const today = useToday(stock?.timeZone ?? 'UTC')
  const place = useBoxPlace(stockId, boxId)
  const until = lastPaidDay(contract)
  // A rental that begins later: the line begins with it, and today is not on it yet.
  const shownToday = today < startDate ? startDate : today
  return (
    <section className={classes.box} aria-label={unitNumber}>
      <div className={classes.where}>
        <div>
          <CrateLabel number={unitNumber} size="xl" />
          <p className={classes.place}>
            {[
              format.size(physicalSize, unit),
              place?.floor,
              stock === undefined ? undefined : t('stock', { name: stock.name }),
            ]
              .filter((part) => part !== undefined)
              .join(', ')}
            <br />
            {stock?.address}
          </p>
        </div>
        {place !== null && (
          <div className={classes.plan}>
            {place !== undefined && (
              <MiniPlan objects={place.objects} boxes={place.boxes} ownId={boxId} hasWay />
            )}
          </div>
        )}
      </div>
      {until === null ? (
        <p className={classes.line}>{t('movedIn', { day: format.longDay(startDate) })}</p>
      ) : (
        <div className={classes.line}>
          <PaidLine
            from={startDate}
            to={endDate ?? null}
            today={shownToday}
            paidUntil={until}
            months
            start={t('movedIn', { day: format.longDay(startDate) })}
            end={t('until', { day: format.longDay(until) })}
          />
        </div>
      )}
    </section>
  )
}
