import { IconAlertTriangle, IconRepeat } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { CrateLabel, Pill } from '../../ui/index.ts'
import type { MyBox } from './my-box.ts'
import classes from './box-head.module.css'

/** The number, what it is and what it costs, in one line: the reader adds nothing up (pictures 09, 13). */
export function BoxHead({ box }: { readonly box: MyBox }) {
  const t = useTranslations('mybox.box')
  const format = useFormat()
  const { id, unitNumber, size, unit, height, width, depth, contract, autoPayment } = box
  const { invoiceFrequency: months, periodGross, currencyCode: currency, endDate, userId } = contract
  const sides =
    height == null || width == null || depth == null
      ? null
      : { height: format.number(height), depth: format.number(depth), width: format.number(width) }
  return (
    <div className={classes.head}>
      <Link
        to="/boxes/$id"
        params={{ id }}
        className={classes.label}
        aria-label={t('toBox', { number: unitNumber })}
      >
        <CrateLabel number={unitNumber} size="lg" />
      </Link>
      <div className={classes.words}>
        <p>
          <strong>{format.size(size, unit)}</strong>
          {sides !== null && (
            <span className={classes.dim} title={t('dimensionsName', sides)}>
              {t('dimensions', sides)}
            </span>
          )}
        </p>
        <p className={classes.contract}>
          <Link
            to="/users/$userId/contracts/$contractId"
            params={{ userId, contractId: contract.id }}
            search={{ boxId: id }}
          >
            {t('contract', { number: contract.contractNumber })}
          </Link>{' '}
          {endDate != null && (
            <span className={classes.dim}>{t('until', { day: format.longDay(endDate) })}</span>
          )}
        </p>
        {autoPayment != null && (
          <p className={classes.badge}>
            {autoPayment === 'active' ? (
              <Pill tone="green" icon={IconRepeat}>
                {t('autoPayment')}
              </Pill>
            ) : (
              <Pill tone="amber" icon={IconAlertTriangle}>
                {t('autoPaymentOff')}
              </Pill>
            )}
          </p>
        )}
      </div>
      <div className={classes.price}>
        <strong>{format.price({ amount: periodGross, currency })}</strong>
        <span className={classes.dim}>{months === 1 ? t('perMonth') : t('perMonths', { n: months })}</span>
      </div>
    </div>
  )
}
