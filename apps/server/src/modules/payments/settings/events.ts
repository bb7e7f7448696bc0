import { eventType } from '../../../platform/events/event.ts'

/** A processor is set up in another way, or which of them serves a stock: every process reads them anew. */
export const processorsChanged = eventType<{ processorId: string | null; stockId: string | null }>(
  'payment-processors-changed',
)
