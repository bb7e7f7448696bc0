import { Button } from '@mantine/core'
import { IconHistory, IconLockOpen } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { CurrentUser } from '../../../client/index.ts'
import { LockPill, useOpenBox } from '../../../features/access/index.ts'
import { hasEnded, type Contract } from '../../../features/contracts/index.ts'
import { opensBox } from './opens-box.ts'
import { Section } from '../../../ui/index.ts'
import classes from './contract-page.module.css'

/** The lock of the contract's box; a superUser opens from here, a tenant from his box. */
export function ContractLock({
  contract,
  user,
}: {
  readonly contract: Contract
  readonly user: CurrentUser
}) {
  const t = useTranslations('contracts')
  const boxes = useTranslations('mybox')
  const opening = useOpenBox(false)
  const { boxId, unitNumber, lockStatus, stock } = contract
  // What is over and cleared has no lock any more: it is somebody else's by now.
  if (lockStatus === undefined || (hasEnded(contract) && !contract.mayClear)) return null
  const failure = opening.failure?.id === boxId ? opening.failure.text : null
  return (
    <Section title={t('lock')} aside={<LockPill status={lockStatus} timeZone={stock?.timeZone ?? 'UTC'} />}>
      <div className={classes.deeds}>
        {user.role === 'superUser' && (
          <Button
            variant="light"
            disabled={lockStatus === 'unavailable'}
            title={lockStatus === 'unavailable' ? boxes('page.wait') : undefined}
            leftSection={<IconLockOpen size={18} stroke={1.75} />}
            loading={opening.busyId === boxId}
            onClick={() =>
              void opening.ask(
                { id: boxId, unitNumber },
                { name: stock?.name ?? '', address: stock?.address ?? '' },
              )
            }
          >
            {boxes('box.openShort')}
          </Button>
        )}
        {opensBox(user, contract) && (
          <Button
            variant="default"
            leftSection={<IconHistory size={18} stroke={1.75} />}
            renderRoot={(props) => <Link to="/boxes/$id" params={{ id: boxId }} {...props} />}
          >
            {t('toBox')}
          </Button>
        )}
        {failure !== null && (
          <p className={classes.failure} role="alert">
            {failure}
          </p>
        )}
      </div>
    </Section>
  )
}
