import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { CrateLabel } from '../../../ui/index.ts'
import type { Stock } from '../stocks/stock.ts'
import { isChanged, type BulkPreview } from './bulk.ts'
import { ScrollTable } from './scroll-table.tsx'
import classes from './boxes.module.css'

interface BulkTableProps {
  readonly stock: Stock
  readonly boxes: BulkPreview
  readonly isBusy: boolean
  readonly onBack: () => void
  readonly onApply: () => void
}

type Side = BulkPreview[number]['before']

/** Each box as it is and as it would be; what stands in the way is said at its box. */
export function BulkTable({ stock, boxes, isBusy, onBack, onApply }: BulkTableProps) {
  const t = useTranslations('boxes.bulk')
  const form = useTranslations('boxes.form')
  const format = useFormat()
  const changed = boxes.filter((box) => isChanged(box)).length
  const isRefused = boxes.some(({ problems }) => problems.length > 0)
  const money = (amount: number | null | undefined): string =>
    amount == null ? t('none') : format.price({ amount, currency: stock.currency })
  const rows = (box: BulkPreview[number], side: Side, other: Side) =>
    [
      { name: 'monthRate', label: t('rate'), text: money(side.monthRate) },
      { name: 'lockId', label: form('lock'), text: side.lockId ?? t('none') },
      { name: 'description', label: t('description'), text: side.description ?? t('none') },
    ].map(({ name, label, text }) => {
      const key = name as keyof Side
      const differs = side[key] !== other[key] || (key === 'monthRate' && side.ownRate !== other.ownRate)
      if (!differs) return null
      return (
        <li key={name} className={side === box.after ? classes.changed : undefined}>
          {label}: {text}
          {key === 'monthRate' && side.ownRate != null && ` (${t('ownRate').toLowerCase()})`}
        </li>
      )
    })
  return (
    <>
      <p>{t('summary', { changed, all: boxes.length })}</p>
      <ScrollTable label={t('show')}>
        <table className={classes.rows}>
          <thead>
            <tr>
              <th scope="col">{t('box')}</th>
              <th scope="col">{t('before')}</th>
              <th scope="col">{t('after')}</th>
            </tr>
          </thead>
          <tbody>
            {boxes.map((box) => (
              <tr key={box.id}>
                <td>
                  <CrateLabel number={box.unitNumber} />
                </td>
                <td>
                  {isChanged(box) ? (
                    <ul>{rows(box, box.before, box.after)}</ul>
                  ) : (
                    <span className={classes.quiet}>{t('same')}</span>
                  )}
                </td>
                <td>
                  <ul>
                    {rows(box, box.after, box.before)}
                    {box.problems.map(({ code, message }) => (
                      <li key={code} className={classes.bad}>
                        {message}
                      </li>
                    ))}
                  </ul>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollTable>
      <div className={classes.dialogDeeds}>
        <Button variant="default" size="md" onClick={onBack}>
          {t('back')}
        </Button>
        <Button size="md" loading={isBusy} disabled={changed === 0 || isRefused} onClick={onApply}>
          {t('apply', { count: changed })}
        </Button>
      </div>
    </>
  )
}
