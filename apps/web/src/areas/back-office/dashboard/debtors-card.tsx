import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { listDebtors } from '@stowage/api/reports'
import type { Answer } from '@stowage/api/endpoint'
import { queryOf } from '../../../client/index.ts'
import { AskedSection, EmptyState, Money } from '../../../ui/index.ts'
import { ClientLink, ContractLink } from '../desk/desk-cells.tsx'
import type { Debtor } from '../desk/desk-query.ts'
import classes from '../desk/desk.module.css'

const shown = 5

/** Asked without a page, the call answers the ten highest of each currency, currency by currency. */
function byCurrency(answer: Answer<typeof listDebtors>): [currency: string, debtors: Debtor[]][] {
  const lists = new Map<string, Debtor[]>()
  for (const debtor of 'items' in answer ? answer.items : answer)
    lists.set(debtor.currency, [...(lists.get(debtor.currency) ?? []), debtor])
  return [...lists]
}

/** Who owes most of what is past its day, one list per currency (specification 2.3). */
export function DebtorsCard() {
  const t = useTranslations('desk')
  const query = useQuery({ ...queryOf(listDebtors), select: byCurrency })
  const isOne = query.data?.length === 1
  return (
    <AskedSection
      title={t('debtors.title')}
      aside={(query.data?.length ?? 0) > 0 && <Link to="/debtors">{t('all')}</Link>}
      flush
      query={query}
      isEmpty={(lists) => lists.length === 0}
      empty={<EmptyState title={t('noItems')} text={t('debtors.empty')} />}
    >
      {(lists) =>
        lists.map(([currency, debtors]) => (
          <div key={currency}>
            {!isOne && <h3 className={classes.currency}>{currency}</h3>}
            <ul className={classes.rows}>
              {debtors.slice(0, shown).map((debtor) => (
                <li key={debtor.id}>
                  <span>
                    <ClientLink client={debtor.userInfo} />
                    <span className={classes.place}>
                      {debtor.stock.name},{' '}
                      <ContractLink client={debtor.userInfo} contractId={debtor.id}>
                        {debtor.contractNumber}
                      </ContractLink>
                    </span>
                  </span>
                  <span className={classes.days}>{t('debtors.days', { days: debtor.daysOverdue })}</span>
                  <Money value={{ amount: debtor.debt, currency }} cents="always" isDebt />
                </li>
              ))}
            </ul>
          </div>
        ))
      }
    </AskedSection>
  )
}
