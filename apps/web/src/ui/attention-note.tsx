import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './attention-note.module.css'

interface AttentionNoteProps {
  readonly children: ReactNode
  /** The way to what is wrong. */
  readonly action?: ReactNode
}

/** What wants attention before the list under it is of use. */
export function AttentionNote({ children, action }: AttentionNoteProps) {
  return (
    <p className={classes.note} role="status">
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
      <span>{children}</span>
      {action}
    </p>
  )
}
