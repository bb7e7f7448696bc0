import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconLayoutGridAdd } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listPersonalInvoices } from '@stowage/api/billing'
import { keepUser, prepareForOffline, queryOf, useUser, type CurrentUser } from '../../../client/index.ts'
import {
  useLockUpdates,
  useMyBoxes,
  useOpenBox,
  type MyBox,
  type MyStock,
} from '../../../features/access/index.ts'
import { RecentInvoices } from '../../../features/billing/index.ts'
import { LaterDialog, type LaterDeed } from '../../../features/contracts/index.ts'
import { EmptyState, ErrorState, PageHeader, SkeletonCard, toast, useIsPhone } from '../../../ui/index.ts'
import { Agreement } from './agreement.tsx'
import { RejectedDocuments } from './rejected-documents.tsx'
import { Stale } from './stale.tsx'
import { StockGroup } from './stock-group.tsx'
import classes from './my-boxes.module.css'

/** The customer's home: what he has, what he can open now, what he has to do first (specification 2.12). */
export default function MyBoxesPage(): ReactNode {
  const user = useUser()
  return user ? <MyBoxes user={user} /> : null
}

function MyBoxes({ user }: { readonly user: CurrentUser }) {
  const t = useTranslations('mybox')
  const isPhone = useIsPhone()
  const { stocks, error, refetch, staleSince } = useMyBoxes(user.id)
  useBeginningOffline(user, stocks !== undefined && staleSince === null)
  const documents = useQuery({
    ...queryOf(listPersonalInvoices, { params: { userId: user.id } }),
    meta: { quiet: true },
  })
  const opening = useOpenBox(true)
  const later = useLater(stocks)
  useLockUpdates((box, boxId) => {
    if (stocks?.some(({ boxes }) => boxes.some(({ id }) => id === boxId)) === true)
      toast({ text: t('opened.closed', { box }) })
  })
  const isEmpty =
    stocks?.every(({ boxes, reservations }) => boxes.length + reservations.length === 0) === true
  return (
    <div className={classes.page}>
      <div className={classes.title} data-phone={isPhone || undefined}>
        <PageHeader
          title={t('title')}
          actions={
            !isPhone && (
              <Button
                variant="default"
                leftSection={<IconLayoutGridAdd size={18} stroke={1.75} />}
                renderRoot={(props) => <Link to="/book" {...props} />}
              >
                {t('bookMore')}
              </Button>
            )
          }
        />
      </div>
      {staleSince !== null && <Stale since={staleSince} onRetry={() => void refetch()} />}
      <Agreement user={user} stocks={stocks ?? []} />
      <RejectedDocuments user={user} />
      {stocks === undefined &&
        (error === null ? (
          <>
            <SkeletonCard height={64} />
            <SkeletonCard height={260} />
          </>
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ))}
      {isEmpty && (
        <EmptyState
          size="page"
          title={t('empty.title')}
          text={t('empty.text')}
          action={
            <Button size="lg" renderRoot={(props) => <Link to="/book" {...props} />}>
              {t('empty.action')}
            </Button>
          }
        />
      )}
      {!isEmpty &&
        stocks?.map((stock, index) => (
          <StockGroup
            key={stock.stock.id}
            stock={stock}
            user={user}
            isCutOff={staleSince !== null}
            documents={documents.data}
            opening={opening}
            onLater={later.open}
          >
            {index === stocks.length - 1 && <RecentInvoices query={documents} userId={user.id} />}
          </StockGroup>
        ))}
      {later.isMissing && (
        <p className={classes.missing} role="status">
          {t('notYours')}
        </p>
      )}
      {later.shown !== null && (
        <LaterDialog deed={later.shown.deed} contract={later.shown.box.contract} onClose={later.close} />
      )}
    </div>
  )
}

/** Once his boxes are here, this device is made able to show them without a network; not for who only acts as him. */
function useBeginningOffline(user: CurrentUser, isFresh: boolean): void {
  const isOwn = user.role === 'client' && user.impersonatedBy == null
  useEffect(() => {
    if (isFresh && isOwn) keepUser(user)
  }, [isFresh, isOwn, user])
  useEffect(() => {
    if (isFresh && isOwn) void prepareForOffline()
  }, [isFresh, isOwn])
}

/** The dialogs of extending and leaving: opened by a button, or by the address (`?action=end|extend&boxId=YA108`). */
function useLater(stocks: readonly MyStock[] | undefined) {
  const { action, boxId } = useSearch({ from: '/inside/my-boxes' })
  const navigate = useNavigate()
  const [pressed, setPressed] = useState<{ readonly deed: LaterDeed; readonly box: MyBox } | null>(null)
  const deed: LaterDeed | null = action === 'end' ? 'leave' : action === 'extend' ? 'extend' : null
  const named =
    deed === null
      ? undefined
      : stocks
          ?.flatMap(({ boxes }) => boxes)
          // A link may name the box in which the contract was before it moved.
          .find(
            ({ unitNumber, id, contract }) =>
              unitNumber === boxId || id === boxId || contract.boxes.some((had) => had.unitNumber === boxId),
          )
  const shown = pressed ?? (deed === null || named === undefined ? null : { deed, box: named })
  const isMissing = deed !== null && stocks !== undefined && named === undefined
  return {
    shown,
    isMissing,
    open: (wanted: LaterDeed, box: MyBox) => setPressed({ deed: wanted, box }),
    close: () => {
      setPressed(null)
      // Closed is closed: a reload must not ask again.
      if (deed !== null) void navigate({ to: '/my-boxes', search: {}, replace: true })
    },
  }
}
