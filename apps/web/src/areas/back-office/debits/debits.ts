import type { Answer } from '@stowage/api/endpoint'
import type { listDebitBatches, readDebitBatch } from '@stowage/api/debit-batches'

type Listed = Answer<typeof listDebitBatches>
export type Waiting = Listed['waiting'][number]
export type Batch = Listed['items'][number]
export type WholeBatch = Answer<typeof readDebitBatch>
export type Debit = WholeBatch['debits'][number]

/** What banks give as the reason of a return most often, the commonest first. */
export const returnCodes = ['AM04', 'MS03', 'MD06', 'MD01', 'AC04', 'AC06', 'AC01'] as const

/** The days on which the parts of a file are collected, each once. */
export const daysOf = ({ parts }: Pick<Batch, 'parts'>): string[] => [
  ...new Set(parts.map(({ collectOn }) => collectOn)),
]
