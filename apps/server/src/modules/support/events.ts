import { eventType } from '../../platform/events/event.ts'

/** Aggregate: `appeal:<id>`; stockId where it is about a stock. */
interface AboutAppeal extends Record<string, unknown> {
  appealId: string
  type: string
}
export const appealAdded = eventType<AboutAppeal>('appeal-added')
export const appealHandled = eventType<AboutAppeal>('appeal-handled')
export const appealReopened = eventType<AboutAppeal>('appeal-reopened')
/** Who was offered a box has booked one. */
export const offerTaken = eventType<AboutAppeal>('offer-taken')
/** Nothing is left of what was booked on an offer: it is open again, as long as it holds. */
export const offerGivenBack = eventType<AboutAppeal>('offer-given-back')
/** Who waits for a box is to be told that one is free at that stock. */
export const boxOffered = eventType<AboutAppeal & { stockId: string }>('box-offered')
/** What somebody without an account wrote is gone. His address is sealed here until all have taken it out of theirs. Aggregate: `visitor:<id>`. */
export const visitorErased = eventType<{ subjectId: string; erasedAddress?: string }>('visitor-erased')
