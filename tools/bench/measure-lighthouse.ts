import lighthouse from 'lighthouse'
import { openPort } from '../start/open-port.ts'
import { type Figure, valueFigure } from './figures.ts'
import { openBrowser } from './measure-web.ts'

const RUNS = 5

/** Lighthouse's own performance score of /book: mobile, its slow network and processor, median of 5. */
export async function measureLighthouse(url: string): Promise<Figure[]> {
  const port = await openPort(0, '127.0.0.1')
  const browser = await openBrowser([`--remote-debugging-port=${port}`])
  const scores: number[] = []
  const seen: Record<string, number[]> = {}
  const machine: number[] = []
  try {
    for (let run = 0; run < RUNS; run += 1) {
      const result = await lighthouse(`${url}/book`, {
        port,
        output: 'json',
        logLevel: 'error',
        onlyCategories: ['performance'],
        formFactor: 'mobile',
      })
      const score = result?.lhr.categories['performance']?.score
      if (typeof score !== 'number') throw new Error(`no score: ${result?.lhr.runtimeError?.message ?? ''}`)
      scores.push(score * 100)
      machine.push(result?.lhr.environment.benchmarkIndex ?? Number.NaN)
      for (const [short, audit] of Object.entries(AUDITS))
        (seen[short] ??= []).push(result?.lhr.audits[audit]?.numericValue ?? Number.NaN)
    }
  } finally {
    await browser.close()
  }
  const middle = (values: readonly number[] = []): number =>
    values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
  // Its CPU is this machine's, four times slower: on one that has other work the score says little, and this index tells.
  const note = [
    ...Object.keys(AUDITS).map((short) => `${short} ${middle(seen[short]).toFixed(short === 'CLS' ? 3 : 0)}`),
    `benchmark index ${middle(machine).toFixed(0)}`,
  ].join(', ')
  return [
    valueFigure({
      name: 'Lighthouse, /book, mobile',
      values: scores,
      unit: '',
      must: 90,
      atMost: false,
      note,
    }),
  ]
}

const AUDITS = {
  FCP: 'first-contentful-paint',
  SI: 'speed-index',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
} as const
