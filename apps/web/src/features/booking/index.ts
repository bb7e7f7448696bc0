/** Parts of the booking wizard that take plain data: sizes, boxes, stocks, and the sum with its reasons. */
export { BoxList } from './box-list.tsx';
export { QuoteLines } from './quote-lines.tsx';
export { nextSentence, quoteRows, type NextPayment, type PricedLine, type QuoteRow } from './quote-rows.ts';
export { SizeGroupCards, type SizeOffer } from './size-group-cards.tsx';
export { sortByPrice, type PricedBox } from './sort-boxes.ts';
export { StockCards, type StockOnCard } from './stock-cards.tsx';
export { summarise, type OfferSummary, type StockOffer } from './stock-offer.ts';
