import type { RecordedEvent } from '../../platform/events/event.ts'
import type { Hub } from '../../platform/realtime/hub.ts'
import { boxForced, lockChanged, siteAlarm, siteChanged } from './events.ts'

type Payload<T extends { readonly payload?: unknown }> = NonNullable<T['payload']>

/** Tells the browsers what was seen at a site, each as far as its holder may know. */
export function createPush(): { useHub(hub: Hub): void; heard(event: RecordedEvent): void } {
  let hub: Hub | undefined
  /** To who reads boxes as it is, and to who watches locks alone without their numbers. */
  function toWatchers(stockId: string, actionType: string, payload: object, lockId?: string): void {
    hub?.send(
      { staff: { permission: 'boxes.read', stockId } },
      { actionType, payload: { ...payload, ...(lockId === undefined ? {} : { lockId }) } },
    )
    hub?.send(
      { staff: { permission: 'boxes.lockStatus', stockId, without: 'boxes.read' } },
      { actionType, payload },
    )
  }
  function moved({
    boxId,
    unitNumber,
    stockId,
    lockId,
    accountId,
    state,
    at,
  }: Payload<typeof lockChanged>): void {
    if (state === 'unavailable') return
    const actionType = state === 'opened' ? 'BOX_OPENED' : 'BOX_CLOSED'
    const seen = { boxId, UnitNumber: unitNumber, stockId, at }
    // As the lists show it (boxes/fetch).
    toWatchers(stockId, actionType, seen, lockId)
    if (accountId !== null) hub?.send({ accounts: [accountId] }, { actionType, payload: seen })
  }
  return {
    useHub(given) {
      hub = given
    },
    heard({ type, payload }) {
      if (type === lockChanged.type) moved(payload as Payload<typeof lockChanged>)
      else if (type === boxForced.type) {
        const { unitNumber, lockId, ...rest } = payload as Payload<typeof boxForced>
        toWatchers(rest.stockId, 'BOX_FORCED', { ...rest, UnitNumber: unitNumber }, lockId)
      } else if (type === siteAlarm.type) {
        const alarm = payload as Payload<typeof siteAlarm>
        toWatchers(alarm.stockId, 'SITE_ALARM', alarm)
      } else if (type === siteChanged.type) {
        const { stockId } = payload as Payload<typeof siteChanged>
        hub?.send(
          { staff: { permission: 'sites.setup', stockId } },
          { actionType: 'SITE_CHANGED', payload: { stockId } },
        )
      }
    },
  }
}
