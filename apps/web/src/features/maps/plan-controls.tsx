/** Minus, percentage, plus, whole plan: in the plan's head on a desk, under the thumb on a phone (pictures 04 and 07). */
import { IconMaximize, IconMinus, IconPlus, IconPrinter } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { zoom } from './view.ts'
import classes from './floor-plan.module.css'

interface PlanControlsProps {
  /** 1 = the whole plan fits its frame. */
  readonly ratio: number
  readonly onZoom: (factor: number) => void
  readonly onFit: () => void
  readonly isPrinted: boolean
}

export function PlanControls({ ratio, onZoom, onFit, isPrinted }: PlanControlsProps) {
  const t = useTranslations('maps')
  const format = useFormat()
  return (
    <div className={classes.controls} role="group" aria-label={t('zoom.group')}>
      <button
        type="button"
        className={classes.control}
        aria-label={t('zoom.out')}
        title={t('zoom.out')}
        onClick={() => onZoom(zoom.stepOut)}
      >
        <IconMinus size={18} stroke={1.75} aria-hidden="true" />
      </button>
      <output className={classes.percent}>{format.percent(Math.round(ratio * 100))}</output>
      <button
        type="button"
        className={classes.control}
        aria-label={t('zoom.in')}
        title={t('zoom.in')}
        onClick={() => onZoom(zoom.stepIn)}
      >
        <IconPlus size={18} stroke={1.75} aria-hidden="true" />
      </button>
      <button
        type="button"
        className={classes.control}
        aria-label={t('zoom.fit')}
        title={t('zoom.fit')}
        onClick={onFit}
      >
        <IconMaximize size={18} stroke={1.75} aria-hidden="true" />
      </button>
      {isPrinted && (
        <button
          type="button"
          className={classes.control}
          data-print
          aria-label={t('print')}
          title={t('print')}
          onClick={() => window.print()}
        >
          <IconPrinter size={18} stroke={1.75} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
