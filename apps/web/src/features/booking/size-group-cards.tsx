/** The four size groups with price and what is free; a group with nothing free offers to tell (picture 04, top). */
import { IconCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { sizeGroups, type SizeGroup } from '@stowage/domain/box'
import { limits } from '@stowage/domain/limits'
import { useFormat } from '../../i18n/index.ts'
import { bold } from './bold.tsx'
import classes from './size-group-cards.module.css'

export interface SizeOffer {
  readonly sizeGroup: SizeGroup
  readonly free: number
  /** Lowest month price with VAT in minor units; null where none is bookable. */
  readonly priceFrom?: number | null | undefined
}

interface SizeGroupCardsProps {
  readonly offers: readonly SizeOffer[]
  readonly currency: string
  readonly chosen: SizeGroup | null
  readonly onChoose: (group: SizeGroup) => void
  /** Asks to be told when a box of the group is free. */
  readonly onTellMe: (group: SizeGroup) => void
}

export function SizeGroupCards({ offers, currency, chosen, onChoose, onTellMe }: SizeGroupCardsProps) {
  const t = useTranslations('booking.sizes')
  const format = useFormat()
  const name = useId()
  return (
    <fieldset className={classes.cards}>
      <legend className="st-spoken">{t('title')}</legend>
      {sizeGroups.map((group) => {
        const offer = offers.find(({ sizeGroup }) => sizeGroup === group)
        const letter = group.toUpperCase()
        const head = (
          <span className={classes.head}>
            <b className={classes.letter}>{letter}</b>
            <span className={classes.range}>
              <Range group={group} />
            </span>
          </span>
        )
        if (offer === undefined || offer.free === 0) {
          return (
            <button key={group} type="button" className={classes.none} onClick={() => onTellMe(group)}>
              {head}
              <span className={classes.offer}>{t('none')}</span>
            </button>
          )
        }
        return (
          <label key={group} className={classes.card}>
            <input
              type="radio"
              className="st-spoken"
              name={name}
              value={group}
              checked={chosen === group}
              onChange={() => onChoose(group)}
            />
            {head}
            <span className={classes.offer}>
              {offer.priceFrom != null && (
                <span>
                  {t.rich('priceFrom', {
                    price: format.price({ amount: offer.priceFrom, currency }),
                    b: bold,
                  })}
                </span>
              )}
              {offer.priceFrom != null && (
                <span className={classes.dot} aria-hidden="true">
                  {' '}
                  ·{' '}
                </span>
              )}
              <span className={classes.free} aria-hidden="true">
                {t('free', { free: offer.free })}
              </span>
              <span className="st-spoken">{t('freeLong', { free: offer.free })}</span>
            </span>
            <IconCheck className={classes.tick} size={18} stroke={2} aria-hidden="true" />
          </label>
        )
      })}
    </fieldset>
  )
}

/** "up to 5 m²", "5.5–10 m²", "from 21.5 m²": the ends of the groups, which go by half square metres. */
function Range({ group }: { readonly group: SizeGroup }) {
  const t = useTranslations('booking.sizes')
  const format = useFormat()
  const { s, m, l } = limits.sizeGroupUpTo
  const above = (size: number): string => format.number(size + limits.boxSize.step)
  switch (group) {
    case 's':
      return t('upTo', { to: format.number(s) })
    case 'm':
      return t('between', { from: above(s), to: format.number(m) })
    case 'l':
      return t('between', { from: above(m), to: format.number(l) })
    case 'xl':
      return t('above', { from: above(l) })
  }
}
