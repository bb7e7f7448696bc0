import type { RealtimeMessage } from '@stowage/api/realtime'
import type { RecordedEvent } from '../../platform/events/event.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Hub } from '../../platform/realtime/hub.ts'
import { boxChanged, boxReleased } from '../catalog/index.ts'
import { toldAppeal } from './appeal-view.ts'
import { appealAdded, appealHandled, appealReopened, offerGivenBack, offerTaken } from './events.ts'
import { waitingFor } from './waiting-view.ts'

const COALESCE_MS = 250
/** A table of boxes that is read in, or a night that closes many contracts: the page says the rest. */
const MOST_AT_ONCE = 20

/** Tells staff what people ask, what colleagues have answered, and that a box is free for which somebody waits. */
export function createPush({ db, log }: Pick<Platform, 'db' | 'log'>): {
  useHub(hub: Hub): void
  heard(event: RecordedEvent): void
  close(): void
} {
  let hub: Hub | undefined
  const boxes = new Map<string, string>()
  let timer: NodeJS.Timeout | undefined

  /** Who reads requests hears of each; of a call-back all staff hear, whoever is near a telephone (permissions.json). */
  function tell(type: string, stockId: string | null, message: RealtimeMessage): void {
    hub?.send({ staff: { ...(type === 'callback' ? {} : { permission: 'appeals.read' }), stockId } }, message)
  }
  async function added(id: string, type: string, stockId: string | null): Promise<void> {
    const appeal = await toldAppeal(db, id)
    if (appeal === undefined) return
    const payload = { id, type, phone: appeal.phone ?? '', name: appeal.name ?? '' }
    tell(type, stockId, { actionType: 'APPEAL_ADDED', payload })
  }
  async function tellFree(): Promise<void> {
    timer = undefined
    const changed = [...boxes].slice(0, MOST_AT_ONCE)
    boxes.clear()
    for (const [boxId, stockId] of changed) {
      const found = await waitingFor(db, boxId)
      if (found !== undefined)
        tell('availability', stockId, { actionType: 'BOX_FREE_FOR_WAITING', payload: { stockId, ...found } })
    }
  }
  const untold = (what: string) => (error: unknown) =>
    // The page and its badge say it at the next look.
    log.warn({ err: error }, `staff were not told ${what}`)

  return {
    useHub(given) {
      hub = given
    },
    heard({ type, payload, stockId }) {
      const id = String(payload['appealId'])
      const kind = String(payload['type'])
      if (type === appealAdded.type) added(id, kind, stockId).catch(untold('of a request'))
      else if ([appealHandled.type, offerTaken.type, offerGivenBack.type].includes(type))
        tell(kind, stockId, { actionType: 'APPEAL_HANDLED', payload: { id } })
      else if (type === appealReopened.type)
        tell(kind, stockId, { actionType: 'APPEAL_REOPENED', payload: { id } })
      else if ((type === boxReleased.type || type === boxChanged.type) && stockId !== null) {
        boxes.set(String(payload['boxId']), stockId)
        timer ??= setTimeout(() => void tellFree().catch(untold('of a free box')), COALESCE_MS)
      }
    },
    close: () => clearTimeout(timer),
  }
}
