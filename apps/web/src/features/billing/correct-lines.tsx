import { TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { previewCreditNote } from '@stowage/api/corrections'
import type { Answer } from '@stowage/api/endpoint'
import { useFormat } from '../../i18n/index.ts'
import { typedNumber } from '../../ui/index.ts'
import type { deedOn } from './document.ts'
import classes from './correct.module.css'

type Preview = Answer<typeof previewCreditNote>

type Deed = ReturnType<typeof deedOn>

interface CorrectLinesProps {
  readonly deed: Deed
  readonly preview: Preview
  readonly typed: Readonly<Record<number, string>>
  readonly onType: (position: number, text: string) => void
}

/** What of each line goes back, net; lines of which nothing is left are not asked about. */
export function CorrectLines({ deed, preview, typed, onType }: CorrectLinesProps) {
  const t = useTranslations('books')
  const why = useTranslations('billing.why')
  const format = useFormat()
  const { currency, lines } = preview
  return (
    <ul className={classes.lines}>
      {lines
        .filter(({ left }) => left.net > 0)
        .map(({ position, kind, left }) => {
          const text = typed[position] ?? ''
          const amount = typedNumber(text)
          const isWrong =
            amount !== undefined && !(Math.round(amount * 100) >= 0 && Math.round(amount * 100) <= left.net)
          const atMost = format.money({ amount: left.net, currency })
          return (
            <li key={position} className={classes.line}>
              <TextInput
                label={t(`${deed}.backOf`, { line: why(kind), currency })}
                description={t('correct.tooMuch', { amount: atMost })}
                inputMode="decimal"
                value={text}
                error={isWrong ? t('correct.tooMuch', { amount: atMost }) : undefined}
                onChange={(event) => onType(position, event.currentTarget.value)}
              />
            </li>
          )
        })}
    </ul>
  )
}

/** What the note comes to and where its money goes. */
export function CorrectTotals({
  deed,
  preview,
  isWhole,
}: {
  readonly deed: Deed
  readonly preview: Preview
  readonly isWhole: boolean
}) {
  const t = useTranslations('books')
  const format = useFormat()
  const { currency, lines, net, vat, gross, pays, toOthers, balance } = preview
  const hasInsuranceTax = lines.some(({ kind, left }) => kind === 'insurance' && left.vat > 0) ? 'yes' : 'no'
  const goes = { pays, toOthers, balance }
  const deposits = lines.filter(({ kind, left }) => kind === 'deposit' && left.gross > 0)
  const deposit = deposits.some(({ back }) => back.gross > 0) ? 'goes' : 'stays'
  return (
    <>
      {deposits.length > 0 && (isWhole || deposit === 'goes') && (
        <p className={classes.text}>{t(`correct.deposit.${deposit}`)}</p>
      )}
      <table className={classes.table}>
        <caption className="st-spoken">{t(`${deed}.gross`)}</caption>
        <tbody>
          {vat !== 0 && (
            <>
              <tr>
                <th scope="row">{t('correct.net')}</th>
                <td>{format.money({ amount: net, currency })}</td>
              </tr>
              <tr>
                <th scope="row">{t('correct.vat', { hasInsuranceTax })}</th>
                <td>{format.money({ amount: vat, currency })}</td>
              </tr>
            </>
          )}
          <tr className={classes.sum}>
            <th scope="row">{t(`${deed}.gross`)}</th>
            <td>{format.money({ amount: gross, currency })}</td>
          </tr>
          {(['pays', 'toOthers', 'balance'] as const)
            .filter((key) => goes[key] > 0)
            .map((key) => (
              <tr key={key}>
                <th scope="row">{key === 'pays' ? t(`${deed}.pays`) : t(`correct.${key}`)}</th>
                <td>{format.money({ amount: goes[key], currency })}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </>
  )
}
