import pg from 'pg'
import { reportNames } from '@stowage/api/report-words'
import { fillBooks } from '../volume/fill-books.ts'
import { type Figure, median, valueFigure } from './figures.ts'
import type { VolumeStage } from './volume-stage.ts'

const MUST_MS = 2000
const WARM = 2

/** What each report is asked with: all stocks, and the longest time that people look back over. */
function questions(today: Temporal.PlainDate): (readonly [name: string, path: string])[] {
  const period = `from=${today.subtract({ months: 24 }).toString()}&to=${today.toString()}`
  return [
    ...reportNames.map(
      (name) => [name, `reports/${name}?${name === 'rent-roll' ? 'page=2000&pageSize=50' : period}`] as const,
    ),
    ...[1, 12].map(
      (months) =>
        [
          `aged-debt, ${months} ${months === 1 ? 'month' : 'months'} ago`,
          `reports/aged-debt?on=${today.subtract({ months }).toString()}`,
        ] as const,
    ),
  ]
}

/** Every report of the whole company, one after another, as somebody waits for it. */
export async function measureReports(stage: VolumeStage, rounds: number): Promise<Figure[]> {
  if (!(await hasBooks(stage.databaseUrl))) await fillBooks(stage.databaseUrl, stage.volume, stage.say)
  const today = Temporal.Now.plainDateISO('Europe/Berlin')
  const figures: Figure[] = []
  for (const [name, path] of questions(today)) {
    const took: number[] = []
    for (let round = -WARM; round < rounds; round += 1) {
      const begin = performance.now()
      const answer = await fetch(`http://127.0.0.1:${stage.product.ready.port}/api/${path}`, {
        headers: { authorization: `Bearer ${await stage.token()}` },
      })
      const text = await answer.text()
      if (answer.status !== 200) throw new Error(`${name} was answered ${answer.status}: ${text}`)
      if (round >= 0) took.push(performance.now() - begin)
    }
    stage.say(`report ${name}: ${median(took).toFixed(0)} ms`)
    figures.push(valueFigure({ name: `report ${name}`, values: took, unit: 'ms', must: MUST_MS }))
  }
  return figures
}

/** Whether the documents stand in the book already: a kept database is filled once. */
async function hasBooks(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ filled: boolean }>(
      `select exists (select 1 from ledger_entry where payment_id = 'volume') as filled`,
    )
    return rows[0]?.filled === true
  } finally {
    await client.end()
  }
}
