import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './drawer.module.css'

interface NoteProps {
  readonly tone?: 'amber' | 'teal' | 'red'
  readonly children: ReactNode
  /** Read out at once: it answers what the person has just done. */
  readonly isAlert?: boolean
}

/** A few words that matter here and now. */
export function Note({ tone = 'amber', children, isAlert = false }: NoteProps) {
  const Icon = tone === 'teal' ? IconInfoCircle : IconAlertTriangle
  return (
    <div className={classes.note} data-tone={tone} role={isAlert ? 'alert' : undefined}>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <div>{children}</div>
    </div>
  )
}
