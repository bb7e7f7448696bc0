import type { Carrier } from '../carrier.ts'

export interface OutgoingSms {
  /** E.164 */
  readonly to: string
  readonly body: string
  /** Where the gateway reports what became of it. */
  readonly reportUrl: string
  /** What has not gone out by then is of no use any more. */
  readonly goodForSeconds: number
}

/** Nobody lists what our own machinery cannot match: by its number, its words and its time a message is found again. */
export interface SmsReceipt {
  /** The gateway's own name of the message. */
  readonly gatewayId: string
  readonly body: string
  readonly state: SmsState
  readonly errorCode: number | null
  readonly createdAt: Temporal.Instant
}

/** What a gateway knows of a message, in the order in which it comes to know it. */
export type SmsState = 'accepted' | 'sent' | 'delivered' | 'failed'

/** A report that came in, once its signature is checked. */
export interface SmsReport {
  readonly gatewayId: string
  readonly state: SmsState
  readonly errorCode: number | null
}

export interface SmsGateway extends Carrier<OutgoingSms, SmsReceipt> {
  /** The last messages to a number, the newest first: whether one whose answer was lost was taken. @throws CarrierError */
  sentTo(number: string): Promise<readonly SmsReceipt[]>
  /** A report as it came in to `url`; undefined where it does not come from the gateway. */
  readReport(url: string, signature: string | undefined, form: URLSearchParams): SmsReport | undefined
  /** Whether a number that refused a message with that code cannot be reached at all. */
  isAboutNumber(errorCode: number | null): boolean
}
