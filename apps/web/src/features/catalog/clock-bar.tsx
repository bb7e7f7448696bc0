import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { BannerStrip } from '../../ui/index.ts'
import { useCompany } from './use-company.ts'

/** Says that business time is moved, in tests and the demo (decision 7); nothing otherwise. */
export function ClockBar() {
  const t = useTranslations('shell.clock')
  const format = useFormat()
  const company = useCompany()
  if (company === undefined || company.clockOffsetMs === 0) return null
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <BannerStrip type="info" action={company.demo ? <a href="/simulators">{t('console')}</a> : undefined}>
      {t('moved', { now: format.instant(company.businessNow, zone) })}
    </BannerStrip>
  )
}
