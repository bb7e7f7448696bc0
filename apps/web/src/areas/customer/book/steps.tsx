import { IconCheck } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import classes from './steps.module.css'

const names = ['stock', 'box', 'payment'] as const

interface StepsProps {
  /** 0 until a stock is chosen, 1 after, 2 with a box, 3 when all is done. */
  readonly at: number
  /** Leads back to a step that is done. */
  readonly onBack?: ((step: number) => void) | undefined
}

/** The three steps in the header (pictures 03 and 04). */
export function Steps({ at, onBack }: StepsProps) {
  const t = useTranslations('booking.steps')
  return (
    <ol className={classes.steps} aria-label={t('title')}>
      {names.map((name, index) => {
        const state = index < at ? 'done' : index === at ? 'now' : 'later'
        const content = (
          <>
            <span className={classes.figure} aria-hidden="true">
              {state === 'done' ? <IconCheck size={16} stroke={2} /> : index + 1}
            </span>
            <span>{t(name)}</span>
          </>
        )
        return (
          <li
            key={name}
            className={classes.step}
            data-state={state}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            {state === 'done' && onBack !== undefined ? (
              <button type="button" className={classes.back} onClick={() => onBack(index)}>
                {content}
              </button>
            ) : (
              <span className={classes.plain}>{content}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** The same on a phone, as a bar of three parts over the page. */
export function StepBar({ at }: { readonly at: number }) {
  const t = useTranslations('booking.steps')
  const name = names[Math.min(at, names.length - 1)] ?? 'stock'
  return (
    <div
      className={classes.bar}
      role="img"
      aria-label={t('phone', { step: Math.min(at + 1, names.length), name: t(name) })}
    >
      {names.map((one, index) => (
        <span key={one} data-reached={index <= at || undefined} />
      ))}
    </div>
  )
}
