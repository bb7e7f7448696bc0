import type { Answer } from '@stowage/api/endpoint'
import { listAppeals } from '@stowage/api/support'
import { sizeGroups, type SizeGroup } from '@stowage/domain/box'
import type { Language } from '@stowage/texts'
import { queryOf } from '../../../client/index.ts'

type List = Answer<typeof listAppeals>
type AppealsPageAnswer = Exclude<List, readonly unknown[]>
export type Appeal = AppealsPageAnswer['items'][number]

export const statuses = ['pending', 'handled'] as const
export const types = ['callback', 'message', 'availability'] as const

/** What the address says; whoever typed nonsense into it has said nothing. */
export interface Wanted {
  readonly status?: (typeof statuses)[number] | undefined
  readonly type?: (typeof types)[number] | undefined
  readonly stockId?: string | undefined
  readonly size?: SizeGroup | undefined
  readonly search?: string | undefined
}

export function wantedOf(search: Readonly<Record<keyof Wanted, string | undefined>>): Wanted {
  return {
    status: statuses.find((one) => one === search.status),
    type: types.find((one) => one === search.type),
    size: sizeGroups.find((one) => one === search.size),
    stockId: search.stockId,
    search: search.search,
  }
}

export function appealsQuery(wanted: Wanted, page: number) {
  return {
    ...queryOf(listAppeals, { query: { ...said(wanted), page: String(page) } }),
    // The call answers a plain list when it is not asked for a page; this screen always asks for one.
    select: (answer: List): AppealsPageAnswer =>
      'items' in answer
        ? answer
        : { items: [...answer], total: answer.length, page: 1, pageSize: Math.max(1, answer.length) },
  }
}

/** What is said, as the address and the call take it. */
export function said(wanted: Wanted): { [K in keyof Wanted]?: NonNullable<Wanted[K]> } {
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined && value !== ''))
}

/**
 * Day and time in the reader's own zone: DD/MM/YYYY in English, as the specification writes them in this table (2.13), with
 * dots where days are written with dots.
 */
export function appealTime(instant: string, language: Language): string {
  const at = new Date(instant)
  const two = (figure: number): string => String(figure).padStart(2, '0')
  const day = [two(at.getDate()), two(at.getMonth() + 1), at.getFullYear()].join(
    language === 'en' ? '/' : '.',
  )
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`
}
