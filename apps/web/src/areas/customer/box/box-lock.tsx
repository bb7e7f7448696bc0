import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { myBoxes } from '@stowage/api/access'
import { queryOf, useUser } from '../../../client/index.ts'
import {
  DebtBand,
  DebtPayment,
  doorOf,
  isInArrears,
  OpenButton,
  ShutButton,
  useOpenBox,
} from '../../../features/access/index.ts'
import { useCompany, useToday } from '../../../features/catalog/index.ts'
import { Section } from '../../../ui/index.ts'
import type { ShownBox } from './shown-box.ts'
import classes from './box-page.module.css'

interface BoxLockProps {
  readonly box: ShownBox
  readonly place: { readonly name: string; readonly address: string }
  /** The stock answers. */
  readonly isOk: boolean
  readonly isOwn: boolean
}

/** The button for superUser and tenant; where it cannot be pressed it says why (specification 2.8). */
export function BoxLock({ box, place, isOk, isOwn }: BoxLockProps) {
  const t = useTranslations('mybox')
  const phone = useCompany()?.supportPhone ?? ''
  const user = useUser()
  const opening = useOpenBox(isOwn)
  // What opening would answer is known for one's own boxes; a superUser passes every rule but the line.
  const asked = queryOf(myBoxes, { params: { userId: user?.id ?? '' } })
  const mine = useQuery({ ...asked, enabled: isOwn && user?.role === 'client', meta: { quiet: true } })
  const group = mine.data?.find(({ boxes }) => boxes.some(({ id }) => id === box.id))
  const held = group?.boxes.find(({ id }) => id === box.id)
  const today = useToday(group?.stock.timeZone ?? 'UTC')
  if (!box.mayOpen) return null
  const isSilent = box.lockStatus === 'unavailable' || !isOk
  const refusal =
    held !== undefined && doorOf({ ...held, lockStatus: 'closed' }, true) === 'refused'
      ? held.contract.overdueRent == null
        ? (held.opening.message ?? '')
        : ''
      : null
  const failure = opening.failure?.id === box.id ? opening.failure.text : null
  return (
    <Section title={t('page.lock')}>
      {held !== undefined && isInArrears(held.contract) && (
        <div className={classes.debt}>
          <DebtBand contract={held.contract} opening={held.opening} today={today} />
        </div>
      )}
      <div className={classes.lock}>
        {held !== undefined && isInArrears(held.contract) && (
          <DebtPayment
            contract={held.contract}
            documents={undefined}
            takesCards={group?.stock.onlinePayment === true}
          />
        )}
        {refusal !== null ? (
          <ShutButton label={t('refused.button')} reason={refusal === '' ? null : <p>{refusal}</p>} />
        ) : isSilent ? (
          <ShutButton
            isLine
            label={t('refused.noConnection')}
            reason={<p>{t('refused.noConnectionText', { phone })}</p>}
          />
        ) : (
          <OpenButton
            number={box.unitNumber}
            isBusy={opening.busyId === box.id}
            onPress={() => void opening.ask(box, place)}
          />
        )}
        {box.lockStatus === 'opened' && <p>{t('opened.leave')}</p>}
        {opening.warnedId === box.id && <p className={classes.warning}>{t('opened.warning')}</p>}
        {failure !== null && (
          <p className={classes.failure} role="alert">
            {failure}
          </p>
        )}
      </div>
    </Section>
  )
}
