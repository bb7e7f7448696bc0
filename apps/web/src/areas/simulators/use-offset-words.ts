import { useTranslations } from 'use-intl'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How far the clock is from the real one, in the largest unit that says it. */
export function useOffsetWords(): (offsetMs: number) => string {
  const t = useTranslations('simulators.clock')
  return (offsetMs) => {
    const away = Math.abs(offsetMs)
    if (away < minute) return t('notMoved')
    const ahead = offsetMs > 0 ? 'ahead' : 'behind'
    if (away < hour) return t(`${ahead}.minutes`, { count: Math.round(away / minute) })
    if (away < 2 * day) return t(`${ahead}.hours`, { count: Math.round(away / hour) })
    return t(`${ahead}.days`, { count: Math.round(away / day) })
  }
}
