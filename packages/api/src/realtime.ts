/** Messages of the live channel (calls: realtime); unknown action types are ignored by both sides. */
export interface RealtimeMessages {
  SET_CONNECTION_ID: { connectionId: string }
  APPEAL_ADDED: { id: string; phone: string; name: string; type: string }
  APPEAL_HANDLED: { id: string }
  /** That it is handled was taken back: it waits again. Ours. */
  APPEAL_REOPENED: { id: string }
  /** A box is free for which so many wait: to staff who read requests. Ours. */
  BOX_FREE_FOR_WAITING: { stockId: string; stockName: string; size: string; waiting: number }
  /** To the tenant and to staff who watch locks; `lockId` to who reads boxes only. */
  BOX_OPENED: { boxId: string; UnitNumber: string; stockId: string; lockId?: string; at: string }
  BOX_CLOSED: { boxId: string; UnitNumber: string; stockId: string; lockId?: string; at: string }
  /** A door opened that nobody had asked to: to superUsers and staff who watch locks; `lockId` to who reads boxes only. */
  BOX_FORCED: {
    boxId: string | null
    UnitNumber: string | null
    name: string
    stockId: string
    lockId?: string
    at: string
  }
  /** Too many wrong PINs at a box, or the case of the electronics was opened: to the same. */
  SITE_ALARM: {
    kind: 'lockedOut' | 'tamper' | 'power' | 'clock' | 'certificate' | 'chain' | 'holder'
    stockId: string
    name: string | null
    at: string
  }
  /** The set-up or health of a site has changed: to who sets sites up. */
  SITE_CHANGED: { stockId: string }
  /** Something of this account changed (paid, verified, cancelled): re-read; names the kind only. */
  PUSH_NOTIFICATION: { kind: string; subjectId: string }
  UPDATE_NOTIFICATION: Record<string, unknown>
  /** Boxes of a stock changed hands: the map refreshes. Ours; old clients ignore it. */
  STOCKS_CHANGED: { stockIds: readonly string[] }
}
export type RealtimeMessage = {
  [K in keyof RealtimeMessages]: { actionType: K; payload: RealtimeMessages[K] }
}[keyof RealtimeMessages]
