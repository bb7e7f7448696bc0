import { Button } from '@mantine/core'
import { IconCalendarPlus, IconDoorExit } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CurrentUser } from '../../../client/index.ts'
import { allows, needs, PersonLink } from '../../../features/accounts/index.ts'
import {
  ContractPills,
  LaterDialog,
  OfferedFrom,
  type Contract,
  type LaterDeed,
} from '../../../features/contracts/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { CrateLabel, PageHeader } from '../../../ui/index.ts'
import { opensBox } from './opens-box.ts'
import classes from './contract-page.module.css'

/** Number, state, whose and what; extending and leaving where the contract allows them. */
export function ContractHeader({
  contract,
  user,
}: {
  readonly contract: Contract
  readonly user: CurrentUser
}) {
  const t = useTranslations('contracts')
  const nav = useTranslations('shell.nav')
  const boxes = useTranslations('mybox')
  const format = useFormat()
  const [later, setLater] = useState<LaterDeed | null>(null)
  const { userId, userName, boxId, unitNumber, physicalSize, unit, stock, contractNumber, mayExtend } =
    contract
  const mayLeave = contract.mayLeave || (contract.mayWithdrawNotice && user.id === userId)
  const isSuperUser = user.role === 'superUser'
  const owner = (
    <PersonLink key="owner" id={userId}>
      {userName ?? nav('users')}
    </PersonLink>
  )
  return (
    <>
      <PageHeader
        title={t('name', { number: contractNumber })}
        crumbs={
          isSuperUser
            ? [
                <Link key="users" to="/users">
                  {nav('users')}
                </Link>,
                owner,
                <Link key="contracts" to="/users/$userId/contracts" params={{ userId }}>
                  {t('title')}
                </Link>,
              ]
            : user.role === 'client'
              ? [
                  <Link key="boxes" to="/my-boxes">
                    {boxes('title')}
                  </Link>,
                ]
              : allows(user, needs.endingContracts)
                ? [
                    <Link key="contracts" to="/ending-contracts" search={{ status: 'all' }}>
                      {t('title')}
                    </Link>,
                  ]
                : []
        }
        pills={<ContractPills contract={contract} />}
        lead={
          <span className={classes.lead}>
            {user.role !== 'client' && owner}
            {opensBox(user, contract) ? (
              <Link
                to="/boxes/$id"
                params={{ id: boxId }}
                className={classes.box}
                aria-label={t('box', { number: unitNumber })}
              >
                <CrateLabel number={unitNumber} size="sm" />
              </Link>
            ) : (
              <CrateLabel number={unitNumber} size="sm" />
            )}
            <span>{format.size(physicalSize, unit)}</span>
            <span>{stock?.name}</span>
          </span>
        }
        actions={
          (mayExtend || mayLeave) && (
            <>
              {mayExtend && (
                <Button
                  leftSection={<IconCalendarPlus size={18} stroke={1.75} />}
                  onClick={() => setLater('extend')}
                >
                  {t('extend')}
                </Button>
              )}
              {mayLeave && (
                <Button
                  variant="default"
                  leftSection={<IconDoorExit size={18} stroke={1.75} />}
                  onClick={() => setLater('leave')}
                >
                  {t('leave')}
                </Button>
              )}
            </>
          )
        }
      />
      {user.id === userId && <OfferedFrom contract={contract} />}
      {later !== null && <LaterDialog deed={later} contract={contract} onClose={() => setLater(null)} />}
    </>
  )
}
