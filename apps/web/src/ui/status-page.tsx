import type { ReactNode } from 'react'
import { useTitle } from './use-title.ts'
import classes from './status-page.module.css'

interface StatusPageProps {
  readonly title: string
  readonly children: ReactNode
  readonly art: ReactNode
  readonly actions: ReactNode
  /** One quiet line: a number to quote, a time. */
  readonly foot?: ReactNode
}

/** A page that is one message: what happened, what is safe, what to do (picture 22). */
export function StatusPage({ title, children, art, actions, foot }: StatusPageProps) {
  useTitle(title)
  return (
    <div className={classes.page}>
      <div className={classes.art}>{art}</div>
      <div className={classes.words}>
        <h1 className={classes.title}>{title}</h1>
        <div className={classes.text}>{children}</div>
        <div className={classes.actions}>{actions}</div>
        {foot !== undefined && <div className={classes.foot}>{foot}</div>}
      </div>
    </div>
  )
}
