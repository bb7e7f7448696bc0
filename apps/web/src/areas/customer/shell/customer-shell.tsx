import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../client/index.ts'
import { LoginAsBar } from '../../../features/accounts/index.ts'
import { ClockBar } from '../../../features/catalog/index.ts'
import { Banners } from '../../../features/messaging/index.ts'
import { SkipLink } from '../../../ui/index.ts'
import { CustomerFoot } from './customer-foot.tsx'
import { CustomerHeader } from './customer-header.tsx'
import { CustomerTabs } from './customer-tabs.tsx'
import { HeaderCenterSlot } from './header-center.tsx'
import classes from './customer-shell.module.css'

interface CustomerShellProps {
  /** From edge to edge, without the bar of the phone: the wizard needs the room. */
  readonly wide?: boolean
}

/** What a customer and a visitor see around every page: header, announcements, on the phone a bar under the thumb. */
export function CustomerShell({ wide = false }: CustomerShellProps) {
  const t = useTranslations('shell')
  const user = useUser()
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const hasTabs = user?.role === 'client' && !wide
  return (
    <HeaderCenterSlot value={slot}>
      <SkipLink />
      <div className={classes.shell} data-tabs={hasTabs || undefined}>
        <CustomerHeader centerRef={setSlot} hasCenter={wide} />
        <section aria-label={t('banners')}>
          <LoginAsBar />
          <ClockBar />
          <Banners />
        </section>
        <main id="content" tabIndex={-1} className={classes.main} data-wide={wide || undefined}>
          <Outlet />
        </main>
        <CustomerFoot />
        {hasTabs && <CustomerTabs userId={user.id} />}
      </div>
    </HeaderCenterSlot>
  )
}
