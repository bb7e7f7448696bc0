/** The booking wizard's parts: what is offered, what is chosen, what it costs, and the deed itself. */
export { arrivalWindow } from './arrival-window.ts'
export type { AvailabilityWish } from './availability-form.tsx'
export {
  fitChoices,
  forgetChoices,
  freshChoices,
  choicesFor,
  keepChoices,
  keptChoices,
  minorOf,
  noConsent,
  type BookingChoices,
  type HeldChoices,
} from './booking-choices.ts'
export { BoxList } from './box-list.tsx'
export { DayField } from './day-field.tsx'
export { PeriodCards } from './period-cards.tsx'
export { QuoteLines } from './quote-lines.tsx'
export { Segments } from './segments.tsx'
export { SizeGroupCards, type SizeOffer } from './size-group-cards.tsx'
export { StockCards, type StockOnCard } from './stock-cards.tsx'
export { TellMe } from './tell-me.tsx'
export { useLease } from './use-lease.ts'
export { useOwnHolds, type OwnContract, type OwnHold } from './use-own-holds.ts'
export { TariffCards } from './tariff-cards.tsx'
export { termOf, useQuote } from './use-quote.ts'
