import { useQueryClient } from '@tanstack/react-query'
import type { Answer } from '@stowage/api/endpoint'
import { readSmsSettings } from '@stowage/api/sms'
import { queryOf } from '../../client/index.ts'

export type SmsSettings = Answer<typeof readSmsSettings>

/** Every call about one's own number answers all of it: that is what the page knows from then on. */
export function useKeepSms(): (settings: SmsSettings) => void {
  const client = useQueryClient()
  return (settings) => client.setQueryData(queryOf(readSmsSettings).queryKey, settings)
}
