import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { unitOf } from '@stowage/domain/box'
import { useFormat } from '../../../i18n/index.ts'
import { CrateLabel } from '../../../ui/index.ts'
import type { Stock, StockBox } from './use-stock-boxes.ts'
import { useDimensions } from './use-dimensions.ts'
import classes from './box-sheet.module.css'

interface BoxSheetProps {
  readonly stock: Stock
  readonly box: StockBox
  readonly isTaken: boolean
  readonly onNext: () => void
  readonly onClose: () => void
}

/** On a phone the chosen box comes up from below: label, price, one action; the plan stays in sight (picture 07). */
export function BoxSheet({ stock, box, isTaken, onNext, onClose }: BoxSheetProps) {
  const t = useTranslations('booking.sheet')
  const shell = useTranslations('shell')
  const format = useFormat()
  const dimensions = useDimensions(box)
  return (
    <section className={classes.sheet} aria-label={t('title', { number: box.unitNumber })} aria-live="polite">
      <button type="button" className={classes.close} aria-label={shell('close')} onClick={onClose} />
      <div className={classes.facts}>
        <CrateLabel number={box.unitNumber} size="lg" tone="chosen" />
        <div className={classes.size}>
          <b>{format.size(box.size, unitOf(box.unitNumber))}</b>
          <span>{dimensions}</span>
        </div>
        <div className={classes.price}>
          {isTaken || box.grossRate == null ? (
            <b className={classes.taken}>{t('taken')}</b>
          ) : (
            <>
              <b>{format.price({ amount: box.grossRate, currency: stock.currency })}</b>
              <span>{t('perMonth')}</span>
            </>
          )}
        </div>
      </div>
      <Button size="lg" fullWidth className={classes.next} disabled={isTaken} onClick={onNext}>
        {t('next')}
      </Button>
    </section>
  )
}
