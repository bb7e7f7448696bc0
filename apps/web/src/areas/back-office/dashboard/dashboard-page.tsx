import { Button } from '@mantine/core'
import { IconLayoutGridAdd } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../client/index.ts'
import { allows } from '../../../features/accounts/index.ts'
import { useBusinessNow } from '../../../features/catalog/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { dayIn, PageHeader } from '../../../ui/index.ts'
import { FirstRun, NextStepButton } from '../first-run/first-run.tsx'
import { nextStep } from '../first-run/steps.ts'
import { useFirstRun } from '../first-run/use-first-run.ts'
import { DebtorsCard } from './debtors-card.tsx'
import { EmailsCard } from './emails-card.tsx'
import { EndingCard } from './ending-card.tsx'
import { Occupancy } from './occupancy.tsx'
import { ParkedNote } from './parked-note.tsx'
import { PartPaidNote } from './part-paid-note.tsx'
import { Tiles } from './tiles.tsx'
import classes from './dashboard.module.css'

/** The overview: how much there is of everything, and what wants attention today (specification 2.3). */
export default function DashboardPage() {
  const t = useTranslations('backoffice.dashboard')
  const format = useFormat()
  const user = useUser()
  const firstRun = useFirstRun()
  // Without a box to rent out there is nothing to book.
  const isBeginning = firstRun != null && nextStep(firstRun) !== 'book'
  const now = useBusinessNow()()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const name = user?.firstName ?? ''
  const hour = new Date(now).getHours()
  const greeting = hour < 5 ? 'night' : hour < 12 ? 'morning' : hour < 18 ? 'day' : 'evening'
  return (
    <>
      <PageHeader
        title={name === '' ? t('title') : t(`greeting.${greeting}`, { name })}
        lead={format.longDay(dayIn(now, zone))}
        actions={
          isBeginning ? (
            <NextStepButton done={firstRun} />
          ) : (
            firstRun !== undefined &&
            allows(user, 'booker') && (
              <Button
                leftSection={<IconLayoutGridAdd size={18} stroke={1.75} />}
                renderRoot={(props) => <Link to="/book" {...props} />}
              >
                {t('book')}
              </Button>
            )
          )
        }
      />
      <div className={classes.page}>
        {firstRun != null && <FirstRun done={firstRun} />}
        {user?.role === 'superUser' && <ParkedNote />}
        <PartPaidNote />
        {user?.role === 'superUser' && <Tiles />}
        <div className={classes.columns}>
          <div className={classes.stack}>
            <Occupancy />
            <EndingCard />
          </div>
          <div className={classes.stack}>
            <DebtorsCard />
            <EmailsCard />
          </div>
        </div>
      </div>
    </>
  )
}
