import { ActionIcon } from '@mantine/core'
import { IconArrowLeft, IconLayoutColumns, IconLayoutList, IconMap2 } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { Segments } from '../../../features/booking/index.ts'
import { views, type View } from './use-book-search.ts'
import type { Stock } from './use-stock-boxes.ts'
import classes from './box-step.module.css'

interface BoxBarProps {
  readonly stock: Stock
  readonly view: View
  readonly isNarrow: boolean
  /** Without one there is the list alone, and nothing to choose. */
  readonly hasPlan: boolean
  /** Said on a phone, where the header has no room for words. */
  readonly step: 2 | 3
  readonly onView: (view: View) => void
  readonly onBack: () => void
}

const icons = { plan: IconMap2, list: IconLayoutList, both: IconLayoutColumns } as const

/** Which stock, the way back, and how to look at its boxes. */
export function BoxBar({ stock, view, isNarrow, hasPlan, step, onView, onBack }: BoxBarProps) {
  const t = useTranslations('booking.boxStep')
  const steps = useTranslations('booking.steps')
  const offered = views.filter((one) => !isNarrow || one !== 'both')
  return (
    <div className={classes.bar}>
      <ActionIcon size={44} variant="default" aria-label={t('back')} title={t('back')} onClick={onBack}>
        <IconArrowLeft size={20} stroke={1.75} />
      </ActionIcon>
      <div className={classes.stock}>
        <h1>{stock.name}</h1>
        <p className={classes.address}>{stock.address}</p>
        <p className={classes.stepWords}>
          {steps('phone', { step, name: steps(step === 2 ? 'box' : 'payment') })}
        </p>
      </div>
      {hasPlan && (
        <Segments
          label={t('view')}
          value={view}
          options={offered.map((one) => {
            const Icon = icons[one]
            return {
              value: one,
              name: t(`views.${one}`),
              label: isNarrow ? <Icon size={20} stroke={1.75} aria-hidden="true" /> : t(`views.${one}`),
            }
          })}
          onChange={onView}
        />
      )}
    </div>
  )
}
