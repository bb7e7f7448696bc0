import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCalendarDue, IconChevronDown, IconLockOpen } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { CrateLabel } from '../../ui/index.ts'
import { endsIn, lastPaidDay } from '../contracts/index.ts'
import { doorOf, type MyBox, type MyStock } from './my-box.ts'
import type { Opening } from './use-open-door.ts'
import classes from './box-row.module.css'

interface BoxRowProps {
  readonly box: MyBox
  readonly stock: MyStock
  readonly today: string
  readonly opening: Opening
  readonly onExpand: () => void
}

const endingWithinDays = 7

/** A further box on a phone: number, until when, Open; a press on the rest shows it whole (picture 09). */
export function BoxRow({ box, stock, today, opening, onExpand }: BoxRowProps) {
  const t = useTranslations('mybox.box')
  const format = useFormat()
  const { unitNumber, size, unit, contract } = box
  const end = endsIn(contract, today)
  const paid = lastPaidDay(contract)
  const isEnding = end !== null && end <= endingWithinDays && contract.endDate != null
  const failure = opening.failure?.id === box.id ? opening.failure.text : null
  return (
    <article className={classes.row} aria-label={unitNumber}>
      <button
        type="button"
        className={classes.facts}
        aria-label={t('more', { number: unitNumber })}
        onClick={onExpand}
      >
        <CrateLabel number={unitNumber} size="sm" />
        <span>
          <strong>{format.size(size, unit)}</strong>
          {isEnding ? (
            <span className={classes.ending}>
              <IconCalendarDue size={16} stroke={1.75} aria-hidden="true" />
              {t('untilShort', { day: format.shortDay(contract.endDate ?? '') })}
            </span>
          ) : (
            paid !== null && (
              <span className={classes.dim}>{t('paidUntil', { day: format.shortDay(paid) })}</span>
            )
          )}
        </span>
        <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
      </button>
      {doorOf(box, stock.isOk) === 'ready' && (
        <Button
          className={classes.open}
          variant="light"
          leftSection={<IconLockOpen size={18} stroke={1.75} />}
          loading={opening.busyId === box.id}
          aria-label={`${t('openShort')} ${unitNumber}`}
          onClick={() => void opening.ask(box, stock.stock)}
        >
          {t('openShort')}
        </Button>
      )}
      {failure !== null && (
        <p className={classes.failure} role="alert">
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
          {failure}
        </p>
      )}
    </article>
  )
}
