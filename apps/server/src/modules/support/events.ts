import { eventType } from '../../platform/events/event.ts'

/** Aggregate: `appeal:<id>`. */
export const appealAdded = eventType<{ appealId: string; type: string }>('appeal-added')
