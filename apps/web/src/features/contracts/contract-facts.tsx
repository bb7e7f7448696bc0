import { useTranslations } from 'use-intl'
import { limits } from '@stowage/domain/limits'
import { useFormat } from '../../i18n/index.ts'
import { useTariffWords } from '../catalog/index.ts'
import { AttentionNote, dayIn, PaidLine } from '../../ui/index.ts'
import { daysAhead, daysOwed, hasEnded, lastPaidDay, paidLineOf, type Contract } from './contract.ts'
import { Fact } from './fact.tsx'
import classes from './contract-facts.module.css'

interface ContractFactsProps {
  readonly contract: Contract
  /** In the stock's zone. */
  readonly today: string
}

/** Five facts over the whole term with its month marks (picture 18). */
export function ContractFacts({ contract, today }: ContractFactsProps) {
  const t = useTranslations('contracts')
  const words = useTranslations('tariff')
  const tariffWords = useTariffWords()
  const format = useFormat()
  const {
    startDate,
    endDate,
    durationMonths,
    invoiceFrequency,
    periodNet,
    periodGross,
    vatRate,
    insuranceAmount,
    deposit,
    leaveDate,
    noticeLeaveDate,
    closed,
    stock,
    tariff,
    currencyCode: currency,
  } = contract
  const money = (amount: number): string => format.money({ amount, currency })
  const lastPaid = lastPaidDay(contract)
  const zone = stock?.timeZone ?? 'UTC'
  const isOver = hasEnded(contract)
  // What is over is not to be left any more.
  const leaving = isOver
    ? closed == null
      ? null
      : t('fact.closed', { day: format.day(dayIn(Date.parse(closed), zone)) })
    : noticeLeaveDate != null
      ? t('fact.leaving', { day: format.day(noticeLeaveDate) })
      : endDate == null
        ? null
        : t('fact.leaveBy', {
            day: format.shortDay(endDate),
            time: leaveDate == null ? limits.contract.leavingTime : timeOf(leaveDate, zone),
          })
  const isLive = contract.status === 'pending' || contract.status === 'active'
  const how = { net: money(periodNet), percent: format.percent(vatRate) }
  return (
    <section className={classes.card}>
      <dl className={classes.facts}>
        <Fact label={t('fact.term')} note={leaving}>
          {endDate == null
            ? t('fact.termOpen', { from: format.day(startDate) })
            : t('fact.span', { from: format.day(startDate), to: format.day(endDate) })}
        </Fact>
        {tariff != null && (
          <Fact
            label={words('word')}
            note={[
              ...tariffWords.steps(tariff.steps),
              words('notice', { count: tariff.noticeDays }),
              words('minStay', { count: tariff.minStayMonths }),
            ].join('; ')}
          >
            {tariffWords.name(tariff.name)}
          </Fact>
        )}
        <Fact
          label={t('fact.period')}
          note={
            durationMonths != null && durationMonths === invoiceFrequency && durationMonths > 1
              ? t('fact.atOnce')
              : null
          }
        >
          {t('months', { n: invoiceFrequency })}
        </Fact>
        <Fact
          label={t('fact.price')}
          note={insuranceAmount > 0 ? t('fact.priceInsured', how) : t('fact.priceHow', how)}
        >
          {money(periodGross)}
        </Fact>
        <Fact label={t('fact.deposit')} note={deposit > 0 && !isOver ? t('fact.depositBack') : null}>
          {deposit > 0 ? money(deposit) : t('fact.noDeposit')}
        </Fact>
        {!isOver && (
          <Fact
            label={t('fact.paidAhead')}
            note={
              lastPaid === null ? t('fact.notPaid') : t('fact.paidUntil', { day: format.longDay(lastPaid) })
            }
            isDebt={daysOwed(contract) > 0}
          >
            {t('days', { n: daysAhead(contract) })}
          </Fact>
        )}
      </dl>
      {!isOver && (
        <PaidLine
          {...paidLineOf(contract, today)}
          months
          start={t('from', { day: format.day(startDate) })}
          end={endDate == null ? t('openEnd') : t('to', { day: format.day(endDate) })}
        />
      )}
      {contract.wishes.map(({ kind, date, asked }) => (
        <p key={`${kind} ${asked}`} className={classes.promise} role="status">
          {t('fact.wish', { kind, day: date == null ? 'none' : format.longDay(date) })}
        </p>
      ))}
      {contract.isExternal && <p className={classes.promise}>{t('fact.external')}</p>}
      {contract.oldCopyOf != null && (
        <div className={classes.old}>
          <AttentionNote>
            {t('fact.oldCopy', {
              when: format.shortInstant(contract.oldCopyOf, contract.stock?.timeZone ?? 'UTC'),
            })}
          </AttentionNote>
        </div>
      )}
      {isLive && !contract.isExternal && (
        <p className={classes.promise}>
          {contract.pricePromisedUntil == null
            ? t('fact.promisedAlways', { days: contract.riseNoticeDays })
            : t('fact.promisedUntil', {
                day: format.day(contract.pricePromisedUntil),
                days: contract.riseNoticeDays,
              })}
        </p>
      )}
    </section>
  )
}

function timeOf(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(instant))
}
