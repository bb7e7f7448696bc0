import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams, useRouterState, useSearch } from '@tanstack/react-router'
import { listContractInvoices } from '@stowage/api/billing'
import { getContract } from '@stowage/api/contracts'
import { isId } from '@stowage/domain/id'
import { isApiError, queryOf, useUser, type CurrentUser } from '../../../client/index.ts'
import { BoxHistory, useLockUpdates } from '../../../features/access/index.ts'
import { allows } from '../../../features/accounts/index.ts'
import {
  AutoPayments,
  ContractTransactions,
  Invoices,
  useStockFacts,
} from '../../../features/billing/index.ts'
import { useToday } from '../../../features/catalog/index.ts'
import {
  ComingRise,
  ContractBoxes,
  ContractFacts,
  ManageContract,
  MoveOut,
  PendingContract,
  type Contract,
} from '../../../features/contracts/index.ts'
import { ErrorState, Section, SkeletonCard } from '../../../ui/index.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ContractAccess } from './contract-access.tsx'
import { ContractHeader } from './contract-header.tsx'
import { ContractLock } from './contract-lock.tsx'
import { ContractPapers } from './contract-papers.tsx'
import classes from './contract-page.module.css'

const from = '/inside/users/$userId/contracts/$contractId'

/** One contract: its term and price, its invoices with their reasons, the lock, the papers (specification 2.11, picture 18). */
export default function ContractPage(): ReactNode {
  const { userId, contractId } = useParams({ from })
  const user = useUser()
  const query = useQuery(queryOf(getContract, { params: { contractId } }))
  useLockUpdates()
  if (!user) return null
  const contract = query.data
  if (contract !== undefined)
    return isForeign(user, userId, contract) ? (
      <Navigate to="/" replace />
    ) : (
      <KnownContract contract={contract} user={user} />
    )
  // Another's contract is "not there" for the server; the specification leads its visitor home.
  if (isApiError(query.error, 9104) && user.role === 'client' && userId !== user.id)
    return <Navigate to="/" replace />
  if (query.error !== null) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className={classes.page}>
      <SkeletonCard height={150} />
      <SkeletonCard height={260} />
    </div>
  )
}

/** Specification 2.1: another's page, and an internal contract of which one is not the internal user. */
function isForeign(
  user: CurrentUser,
  userId: string,
  { internalUserId, userId: ownerId }: Contract,
): boolean {
  if (user.role === 'superUser') return false
  if (internalUserId != null) return internalUserId !== user.id
  return user.role === 'client' && (userId !== user.id || ownerId !== user.id)
}

function KnownContract({ contract, user }: { readonly contract: Contract; readonly user: CurrentUser }) {
  const { invoiceId: asked, boxId } = useSearch({ from })
  const anchor = useRouterState({ select: (state) => state.location.hash })
  // Links name the invoice in the query, as an anchor, or both (specification 2.1).
  const invoiceId = asked ?? invoiceIn(anchor)
  const t = useTranslations('contracts.pending')
  const documents = useQuery(queryOf(listContractInvoices, { params: { contractId: contract.id } }))
  const today = useToday(contract.stock?.timeZone ?? 'UTC')
  const runs = contract.status === 'active' || contract.status === 'ended'
  const isOwn = contract.userId === user.id
  // The history is the box's: of the contract's own box, and to a tenant only while he has it.
  const seesHistory = isOwn || allows(user, { permission: 'boxes.history' })
  const historyOf =
    seesHistory && (boxId === contract.boxId || runs) && (runs || user.role === 'superUser')
      ? contract.boxId
      : null
  return (
    <div className={classes.page}>
      <ContractHeader contract={contract} user={user} />
      {contract.status === 'pending' && isOwn && (
        <Section title={t('title')} tone="amber">
          <PendingContractOf contract={contract} />
        </Section>
      )}
      <ContractFacts contract={contract} today={today} />
      <ComingRise contract={contract} isOwn={isOwn} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <Invoices key={invoiceId} query={documents} openId={invoiceId} />
          {/* What the external system keeps was never signed, debited or booked here. */}
          {!contract.isExternal && (
            <ContractTransactions contractId={contract.id} number={contract.contractNumber} />
          )}
          {historyOf !== null && (
            <BoxHistory boxId={historyOf} timeZone={contract.stock?.timeZone ?? 'UTC'} />
          )}
        </div>
        <div className={classes.column}>
          {user.role === 'superUser' && <ManageContract contract={contract} />}
          <MoveOut contract={contract} isOwn={isOwn} />
          <ContractBoxes contract={contract} />
          {!contract.isExternal && (
            <AutoPayments contractId={contract.id} stockId={contract.stockId} isOwn={isOwn} />
          )}
          <ContractLock contract={contract} user={user} />
          <ContractAccess contract={contract} user={user} />
          {!contract.isExternal && <ContractPapers contract={contract} />}
        </div>
      </div>
    </div>
  )
}

function PendingContractOf({ contract }: { readonly contract: Contract }) {
  const takesCards = useStockFacts()(contract.stockId).takesCards
  return <PendingContract contract={contract} takesCards={takesCards} />
}

/** `#invoice-<id>`, as the rows call themselves, or the bare id. */
function invoiceIn(anchor: string): string | undefined {
  const id = anchor.replace(/^invoice-/, '')
  return isId(id) ? id : undefined
}
