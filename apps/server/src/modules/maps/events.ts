import { eventType } from '../../platform/events/event.ts'

/** Aggregate: `stock:<id>`. */
export const mapChanged = eventType<{ stockId: string; name: string }>('map-changed')
