import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { BannerStrip } from '../../ui/index.ts'
import { useBusinessNow } from './use-business-now.ts'
import { useCompany } from './use-company.ts'

const againMs = 30_000

/** Says that business time is moved, in tests and the demo (decision 7); nothing otherwise. */
export function ClockBar() {
  const company = useCompany()
  if (company === undefined || company.clockOffsetMs === 0) return null
  return <Moved hasConsole={company.demo} />
}

function Moved({ hasConsole }: { readonly hasConsole: boolean }) {
  const t = useTranslations('shell.clock')
  const format = useFormat()
  const now = useBusinessNow()
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), againMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <BannerStrip
      type="info"
      action={
        hasConsole ? (
          <Link to="/simulators" search={{ tab: 'clock' }}>
            {t('console')}
          </Link>
        ) : undefined
      }
    >
      {t('moved', { now: `${format.instant(new Date(now()).toISOString(), 'UTC')} UTC` })}
    </BannerStrip>
  )
}
