import { expect, test } from 'vitest'
import { proveQuote } from './quotes.ts'

const COUNT = 30_000

// A failure names its quote; `node tools/drills/quotes.ts <seed>` draws that one alone again. A million: the same drill.
test('30,000 random quotes: net + VAT = gross, and what is promised is what is billed and what the oracle says', () => {
  const wrong: string[] = []
  for (let index = 0; index < COUNT && wrong.length < 5; index += 1) {
    const seed = `quote-${index}`
    try {
      proveQuote(seed, index % 5 === 0)
    } catch (error) {
      wrong.push(`${seed}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  expect(wrong).toEqual([])
})
