import { IconListTree } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './why-table.module.css'

interface WhyFrameProps {
  readonly title: string
  /** What the first two columns hold; the third is the sum. */
  readonly heads: readonly [string, string]
  readonly children: ReactNode
  readonly foot?: string
}

/** How a sum comes about: a title, a table of three columns whose rows add up, and what has to be said below. */
export function WhyFrame({ title, heads, children, foot }: WhyFrameProps) {
  const t = useTranslations('billing.why')
  return (
    <div className={classes.frame}>
      <p className={classes.title}>
        <IconListTree size={18} stroke={1.75} aria-hidden="true" />
        {title}
      </p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{heads[0]}</th>
            <th scope="col">{heads[1]}</th>
            <th scope="col" className={classes.sum}>
              {t('sum')}
            </th>
          </tr>
        </thead>
        {children}
      </table>
      {foot !== undefined && <p className={classes.foot}>{foot}</p>}
    </div>
  )
}
