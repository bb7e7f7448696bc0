import { useEffect, useState } from 'react'
import { limits } from '@stowage/domain/limits'
import { useBusinessNow } from '../catalog/index.ts'

const limitSeconds = limits.leftOpenMinutes * 60

export interface OpenFor {
  /** Seconds until somebody is told that the door stands open; 0 when that time has come. */
  readonly left: number
  /** What is left of the whole time, 1 … 0. */
  readonly share: number
}

/** How long an open lock may still stay so: a box that is open for 20 minutes tells its tenant and staff (specification 9). */
export function useOpenFor(since: string | null | undefined): OpenFor {
  const now = useBusinessNow()
  // Without a known beginning the time runs from when it was seen.
  const [seen] = useState(() => now())
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  const began = since == null ? seen : Date.parse(since)
  const passed = Math.max(0, Math.floor((now() - began) / 1000))
  const left = Math.max(0, limitSeconds - passed)
  return { left, share: left / limitSeconds }
}

/** 1182 → "19:42" */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
