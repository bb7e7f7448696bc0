import { IconChevronRight } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { useTitle } from './use-title.ts'
import classes from './page-header.module.css'

interface PageHeaderProps {
  readonly title: ReactNode
  /** Links of the way here, outermost first, without the page itself. */
  readonly crumbs?: readonly ReactNode[]
  /** The page's own name at the end of that way, where the title is more than a word. */
  readonly here?: string
  readonly pills?: ReactNode
  /** One line of facts beneath the title. */
  readonly lead?: ReactNode
  /** At most one of them filled. */
  readonly actions?: ReactNode
}

export function PageHeader({ title, crumbs, here, pills, lead, actions }: PageHeaderProps) {
  useTitle(typeof title === 'string' ? title : (here ?? null))
  return (
    <header className={classes.header}>
      {crumbs !== undefined && (
        <div className={classes.crumbs}>
          {crumbs.map((crumb, index) => (
            <Fragment key={index}>
              {crumb}
              <IconChevronRight size={14} stroke={2} aria-hidden="true" />
            </Fragment>
          ))}
          <span>{here ?? title}</span>
        </div>
      )}
      <div className={classes.line}>
        <div className={classes.words}>
          <div className={classes.title}>
            <h1>{title}</h1>
            {pills}
          </div>
          {lead !== undefined && <div className={classes.lead}>{lead}</div>}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
    </header>
  )
}
