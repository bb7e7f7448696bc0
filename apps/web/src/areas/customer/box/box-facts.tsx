import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { Section } from '../../../ui/index.ts'
import type { ShownBox } from './box-page.tsx'
import classes from './box-page.module.css'

/** Size, floor, whose it is and under which contract; a lock's number is for staff. */
export function BoxFacts({ box, isClient }: { readonly box: ShownBox; readonly isClient: boolean }) {
  const t = useTranslations('mybox')
  const format = useFormat()
  const { physicalSize, unit, height, depth, width, floor, userInfo, contractId, contractNumber, isReserved, lockId, description } = box
  const sides = height == null || depth == null || width == null ? '' : `, ${t('box.dimensions', { height: format.number(height), depth: format.number(depth), width: format.number(width) })}`
  const rows: (readonly [label: string, value: ReactNode])[] = [[t('page.size'), `${format.size(physicalSize, unit)}${sides}`]]
  if (floor != null) rows.push([t('page.floor'), format.number(floor)])
  if (!isClient)
    rows.push([
      t('page.client'),
      userInfo == null ? (
        isReserved ? t('page.reserved') : t('page.noClient')
      ) : (
        <Link to="/users/$id" params={{ id: userInfo.id }}>
          {userInfo.fullName}
        </Link>
      ),
    ])
  if (contractId != null && userInfo != null)
    rows.push([
      t('page.contract'),
      <Link key="contract" to="/users/$userId/contracts/$contractId" params={{ userId: userInfo.id, contractId }} search={{ boxId: box.id }}>
        {contractNumber}
      </Link>,
    ])
  if (!isClient) rows.push([t('page.lockId'), lockId ?? t('page.noLock')])
  return (
    <Section title={t('page.facts')}>
      <dl className={classes.facts}>
        {rows.map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      {!isClient && description != null && description !== '' && <p>{description}</p>}
    </Section>
  )
}
