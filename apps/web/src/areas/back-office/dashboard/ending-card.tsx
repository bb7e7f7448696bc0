import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { listDeskContracts } from '@stowage/api/reports'
import { queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { AskedSection, CrateLabel, EmptyState } from '../../../ui/index.ts'
import { ClientLink, ContractLink, LeavingDay } from '../desk/desk-cells.tsx'
import { asPage } from '../desk/desk-query.ts'
import classes from '../desk/desk.module.css'

const shown = 7

/** Contracts that end next, and who has not said when the box will be empty (specification 2.3). */
export function EndingCard() {
  const t = useTranslations('desk')
  const format = useFormat()
  const query = useQuery({
    ...queryOf(listDeskContracts, { query: { status: 'ending', page: '1' } }),
    select: asPage,
  })
  const total = query.data?.total ?? 0
  return (
    <AskedSection
      title={t('ending.title')}
      aside={
        total > 0 && <Link to="/ending-contracts">{t('allCount', { count: format.number(total) })}</Link>
      }
      flush
      query={query}
      isEmpty={({ items }) => items.length === 0}
      empty={<EmptyState title={t('noItems')} text={t('ending.empty')} />}
    >
      {({ items }) => (
        <div className={classes.card}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('client')}</th>
                <th scope="col">{t('contract')}</th>
                <th scope="col">{t('box')}</th>
                <th scope="col">{t('stock')}</th>
                <th scope="col">{t('ending.end')}</th>
                <th scope="col">{t('ending.leaving')}</th>
              </tr>
            </thead>
            <tbody>
              {items.slice(0, shown).map((contract) => (
                <tr key={contract.id}>
                  <td>
                    <ClientLink client={contract.userInfo} />
                  </td>
                  <td data-figure>
                    <ContractLink client={contract.userInfo} contractId={contract.id}>
                      {contract.contractNumber}
                    </ContractLink>
                  </td>
                  <td>
                    <CrateLabel number={contract.unitNumber} tone="soft" />
                  </td>
                  <td>{contract.stock.name}</td>
                  <td data-figure>{contract.endDate == null ? '–' : format.day(contract.endDate)}</td>
                  <td data-figure>
                    <LeavingDay contract={contract} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </AskedSection>
  )
}
