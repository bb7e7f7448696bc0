export { DataCard } from './data-card.tsx'
export { EraseCard } from './erase-card.tsx'
export { FoundTraces, type Traces } from './found-traces.tsx'
