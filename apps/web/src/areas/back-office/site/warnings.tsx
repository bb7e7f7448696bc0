import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import { siteDoors, type getSite } from '@stowage/api/sites'
import { queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import type { Stock } from '../stocks/stock.ts'
import { silentControllers } from './silent-controllers.ts'
import classes from './site.module.css'

type Setup = Answer<typeof getSite>

/** What somebody should look at: of the locks server, and of the controllers behind it (as the list of locks below has them). */
export function Warnings({ site, stock }: { readonly site: Setup; readonly stock: Stock }) {
  const t = useTranslations('site.warning')
  const exit = useTranslations('site.exit')
  const format = useFormat()
  const { data } = useQuery({ ...queryOf(siteDoors, { params: { id: stock.id } }), meta: { quiet: true } })
  const { controllers, locks } = silentControllers(site.isOk ? (data?.doors ?? []) : [])
  if (site.warnings.length === 0 && controllers.length === 0) return null
  const seconds = Math.abs(site.clockAheadS ?? 0)
  const { certificate, health } = site
  const params = {
    buses:
      health?.buses
        .filter(({ isOk }) => !isOk)
        .map(({ bus }) => bus)
        .join(', ') ?? '',
    seconds,
    ...roughly(seconds),
    events: health?.unsentEvents ?? 0,
    exits: health?.exits.map(({ lockId, trouble }) => `${lockId} (${exit(trouble)})`).join(', ') ?? '',
    reason: health?.listRejected?.reason ?? '',
    certificateUntil: certificate ? format.shortInstant(certificate.validUntil, stock.timeZone) : '',
  }
  const said = site.warnings.map((warning) => ({ key: warning as string, text: t(warning, params) }))
  if (controllers.length > 0)
    said.push({
      key: 'controllers',
      text: t('controllers', { controllers: controllers.join(', '), locks }),
    })
  return (
    <ul className={classes.warnings}>
      {said.map(({ key, text }) => (
        <li key={key}>
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  )
}

/** In the unit in which one would say it. */
function roughly(seconds: number): { readonly amount: number; readonly unit: 's' | 'min' | 'h' | 'days' } {
  if (seconds < 120) return { amount: seconds, unit: 's' }
  if (seconds < 7200) return { amount: Math.round(seconds / 60), unit: 'min' }
  return seconds < 172_800
    ? { amount: Math.round(seconds / 3600), unit: 'h' }
    : { amount: Math.round(seconds / 86_400), unit: 'days' }
}
