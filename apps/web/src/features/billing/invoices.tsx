import { SegmentedControl } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../client/index.ts'
import { AskedSection, EmptyState, type Asked } from '../../ui/index.ts'
import { overdueFirst, type BillingDocument } from './document.ts'
import { InvoiceRow } from './invoice-row.tsx'
import { PayChoice } from './pay-methods/late-pay-methods.tsx'
import { usePay } from './use-pay.ts'
import { useStockFacts } from './use-stock-facts.ts'
import classes from './invoices.module.css'

interface InvoicesProps {
  readonly query: Asked<readonly BillingDocument[]>
  /** Opened and scrolled to, as links of mails ask (specification 2.1). */
  readonly openId?: string | undefined
  /** Whose documents these are: then rows of several contracts stand together and each leads to its own. */
  readonly contractsOf?: string | undefined
  readonly id?: string
  readonly aside?: ReactNode
}

/** Documents as rows that open: paid ones quiet, unpaid ones with a sign and the way to pay (specification 2.10). */
export function Invoices({ query, openId, contractsOf, id, aside }: InvoicesProps) {
  const t = useTranslations('billing')
  const user = useUser()
  const payment = usePay()
  const factsOf = useStockFacts()
  const [onlyUnpaid, setOnlyUnpaid] = useState(false)
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    () => new Set(openId === undefined ? [] : [openId]),
  )
  const isSuperUser = user?.role === 'superUser'
  const unpaid = (query.data ?? []).filter(({ debt }) => debt > 0)
  const shown = onlyUnpaid ? unpaid : (query.data ?? [])
  const firstId = (overdueFirst(unpaid)[0] ?? unpaid.at(-1))?.id
  const isThere = openId !== undefined && (query.data ?? []).some((document) => document.id === openId)

  useEffect(() => {
    if (!isThere) return
    const row = document.getElementById(`invoice-${openId}`)
    row?.scrollIntoView({ block: 'start' })
    row?.querySelector('button')?.focus({ preventScroll: true })
  }, [isThere, openId])

  const toggle = (documentId: string): void =>
    setOpened((before) => {
      const next = new Set(before)
      if (!next.delete(documentId)) next.add(documentId)
      return next
    })
  const hasFilter = unpaid.length > 0 && unpaid.length < (query.data?.length ?? 0)
  const filter = hasFilter && (
    <SegmentedControl
      size="xs"
      aria-label={t('filter.label')}
      value={onlyUnpaid ? 'unpaid' : 'all'}
      onChange={(value) => setOnlyUnpaid(value === 'unpaid')}
      data={[
        { value: 'all', label: t('filter.all') },
        { value: 'unpaid', label: t('filter.unpaid', { count: unpaid.length }) },
      ]}
    />
  )
  return (
    <AskedSection
      query={query}
      title={t('title')}
      flush
      {...(id === undefined ? {} : { id })}
      aside={
        <span className={classes.aside}>
          {aside}
          {filter}
        </span>
      }
      isEmpty={(documents) => documents.length === 0}
      empty={<EmptyState text={isSuperUser ? t('emptyStaff') : t('empty')} />}
    >
      {() => (
        <>
          {payment.choice !== null && <PayChoice {...payment.choice} />}
          <ul
            className={classes.list}
            data-pays={(!isSuperUser && shown.some(({ mayPay }) => mayPay)) || undefined}
          >
            {shown.map((document) => {
              const { today, takesCards } = factsOf(document.stockId)
              return (
                <InvoiceRow
                  key={document.id}
                  document={document}
                  today={today}
                  takesCards={takesCards}
                  isFirst={document.id === firstId}
                  isOpen={opened.has(document.id)}
                  onToggle={() => toggle(document.id)}
                  payment={payment}
                  isSuperUser={isSuperUser}
                  contractsOf={contractsOf ?? null}
                />
              )
            })}
            {shown.length === 0 && <li className={classes.none}>{t('nothingUnpaid')}</li>}
          </ul>
        </>
      )}
    </AskedSection>
  )
}
