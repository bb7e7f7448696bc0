import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../client/index.ts'
import { allows, PersonLink } from '../../../features/accounts/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { Section } from '../../../ui/index.ts'
import type { ShownBox } from './shown-box.ts'
import classes from './box-page.module.css'

/** Size, floor, whose it is and under which contract; a lock's number is for staff. */
export function BoxFacts({ box, isClient }: { readonly box: ShownBox; readonly isClient: boolean }) {
  const t = useTranslations('mybox')
  const format = useFormat()
  const {
    physicalSize,
    unit,
    height,
    depth,
    width,
    floor,
    userInfo,
    contractId,
    contractNumber,
    isReserved,
    lockId,
    description,
  } = box
  const user = useUser()
  // The list of boxes says so in its link (specification 2.8).
  const { invoices } = useSearch({ from: '/inside/boxes/$id' })
  const mayReadContract = user?.id === userInfo?.id || allows(user, { permission: 'contracts.read' })
  const sides =
    height == null || depth == null || width == null
      ? ''
      : `, ${t('box.dimensions', { height: format.number(height), depth: format.number(depth), width: format.number(width) })}`
  const whose = isReserved ? t('page.reserved') : t('page.noClient')
  return (
    <Section title={t('page.facts')}>
      <dl className={classes.facts}>
        <dt>{t('page.size')}</dt>
        <dd>
          {format.size(physicalSize, unit)}
          {sides}
        </dd>
        {floor != null && <Fact label={t('page.floor')}>{format.number(floor)}</Fact>}
        {!isClient && (
          <Fact label={t('page.client')}>
            {userInfo == null ? whose : <PersonLink id={userInfo.id}>{userInfo.fullName}</PersonLink>}
          </Fact>
        )}
        {contractId != null && userInfo != null && (
          <Fact label={t('page.contract')}>
            {mayReadContract ? (
              <Link
                to="/users/$userId/contracts/$contractId"
                params={{ userId: userInfo.id, contractId }}
                search={{ boxId: box.id }}
              >
                {contractNumber}
              </Link>
            ) : (
              contractNumber
            )}
          </Fact>
        )}
        {invoices === 'overdue' && userInfo != null && (
          <Fact label={t('page.invoices')}>
            <Link to="/users/$id" params={{ id: userInfo.id }} hash="userInvoices">
              {t('page.overdue')}
            </Link>
          </Fact>
        )}
        {!isClient && <Fact label={t('page.lockId')}>{lockId ?? t('page.noLock')}</Fact>}
      </dl>
      {!isClient && description != null && description !== '' && <p>{description}</p>}
    </Section>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  )
}
