import { IconAlertTriangle, IconCheck, IconHourglass } from '@tabler/icons-react'
import classes from './results.module.css'

const icons = { done: IconCheck, waiting: IconHourglass, failed: IconAlertTriangle } as const

/** The square sign of a result: teal and a tick, amber while waiting, red when it failed. */
export function DoneSign({
  mood = 'done',
  size = 'page',
}: {
  readonly mood?: keyof typeof icons
  readonly size?: 'page' | 'line'
}) {
  const Icon = icons[mood]
  return (
    <span className={classes.sign} data-mood={mood} data-size={size} aria-hidden="true">
      <Icon size={size === 'page' ? 64 : 30} stroke={size === 'page' ? 1.5 : 2} />
    </span>
  )
}
