import type { Answer } from '@stowage/api/endpoint'
import { searchSmsHistory } from '@stowage/api/sms'
import { queryOf } from '../../../client/index.ts'

export type SmsPage = Answer<typeof searchSmsHistory>
export type Sms = SmsPage['items'][number]

/** A page of short messages: of one account, or of everybody whose number holds these digits. */
export const smsQuery = (of: { readonly userId: string } | { readonly to: string }, page: number) =>
  queryOf(searchSmsHistory, { query: { ...of, page: String(page) } })
