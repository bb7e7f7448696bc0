import type { ComponentType, ReactNode } from 'react'
import classes from './pill.module.css'

export type Tone = 'green' | 'teal' | 'amber' | 'red' | 'blue' | 'gray'

interface PillProps {
  readonly tone: Tone
  /** A Tabler icon: a state is never told by colour alone. */
  readonly icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: 'true' }>
  readonly children: ReactNode
}

/** A state in an icon and a word. Amber and red have an edge as well, so that they show in greyscale. */
export function Pill({ tone, icon: Icon, children }: PillProps) {
  return (
    <span className={classes.pill} data-tone={tone}>
      <Icon size={14} stroke={2} aria-hidden="true" />
      {children}
    </span>
  )
}
