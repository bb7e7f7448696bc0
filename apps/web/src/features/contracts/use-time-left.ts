import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useBusinessNow } from '../catalog/index.ts'
import { timeLeft } from './time-left.ts'

const tickMs = 30_000

/** "2 дня", "47 часов", "12 минут" until an instant of business time; null when it is over. */
export function useTimeLeft(until: string): string | null {
  const t = useTranslations('contracts')
  const now = useBusinessNow()
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), tickMs)
    return () => clearInterval(timer)
  }, [])
  const left = timeLeft(Date.parse(until) - now())
  // A figure alone at the end of a line is of no unit.
  return left === null ? null : t(left.unit, { n: left.n }).replaceAll(' ', '\u00A0')
}
