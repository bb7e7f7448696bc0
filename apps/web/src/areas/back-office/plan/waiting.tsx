import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { PageHeader } from '../../../ui/index.ts'
import classes from './plan.module.css'

interface WaitingProps {
  /** null where there is no such stock. */
  readonly stock: { readonly id: string; readonly name: string | undefined } | null
  readonly children: ReactNode
}

/** Before the plan is there, and where it does not come, the page is one like the others: its head, and the way back. */
export function Waiting({ stock, children }: WaitingProps) {
  const t = useTranslations('plan')
  const name = stock?.name
  return (
    <div className={classes.waiting}>
      <PageHeader
        title={name === undefined ? t('reach.plan') : t('title', { stock: name })}
        crumbs={[
          stock === null ? (
            <Link key="stocks" to="/stocks">
              {t('reach.stocks')}
            </Link>
          ) : (
            <Link key="stock" to="/stocks/$id" params={{ id: stock.id }}>
              {name ?? t('stock')}
            </Link>
          ),
        ]}
      />
      {children}
    </div>
  )
}
