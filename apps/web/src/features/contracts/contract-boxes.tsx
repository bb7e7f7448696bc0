import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { addDays, Section } from '../../ui/index.ts'
import type { Contract } from './contract.ts'
import classes from './contract-boxes.module.css'

/** The boxes that a contract has had, the present one first; nothing where it never moved. */
export function ContractBoxes({ contract: { boxes } }: { readonly contract: Contract }) {
  const t = useTranslations('contracts.boxes')
  const format = useFormat()
  if (boxes.length < 2) return null
  const span = (from: string, until: string | null | undefined): string => {
    if (until == null) return t('since', { from: format.day(from) })
    if (until <= from) return t('sameDay', { from: format.day(from) })
    return t('span', { from: format.day(from), to: format.day(addDays(until, -1)) })
  }
  return (
    <Section title={t('title')}>
      <ol className={classes.list} reversed>
        {boxes.toReversed().map(({ unitNumber, from, until }, index) => (
          <li key={index}>
            <b>{unitNumber}</b>
            <span>{span(from, until)}</span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
