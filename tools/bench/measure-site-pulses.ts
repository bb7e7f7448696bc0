import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Figure, valueFigure } from './figures.ts'
import { openCaller, percentile } from './http-load.ts'
import type { Pulse } from './site-hardware.ts'
import { sharedClock, STAMPS, type Stamps } from './site-stamps.ts'
import type { SiteStage, StandingSite } from './site-stage.ts'

const WARM_TAPS = 150
const TAPS = 300
/** Somebody taps, then somebody else: no tap waits for another. */
const PAUSE_MS = 30
const FLUSHES = 150

/** Of one tap, in milliseconds. */
interface Parts {
  readonly all: number
  /** From the tap until the command leaves the server, until it comes to the agent, until current is on the coil. */
  readonly server: number
  readonly line: number
  readonly agent: number
  /** Until whoever tapped has his answer. */
  readonly answered: number
}

/** From a tenant's tap to the current on the coil of his lock, one tap after another, each another box. */
export async function measureSitePulses(
  stage: SiteStage,
  rounds: number,
  say: (text: string) => void,
): Promise<Figure[]> {
  const figures: Figure[] = []
  const tokens = new Map<string, string>()
  for (const site of stage.sites) {
    for (const { tenantId } of site.house.boxes) tokens.set(tenantId, await stage.token(tenantId))
    await tapAll(stage, site, tokens, WARM_TAPS)
    const taken: { readonly parts: readonly Parts[]; readonly flush: readonly number[] }[] = []
    for (let round = 0; round < rounds; round += 1) {
      const parts = await tapAll(stage, site, tokens, TAPS)
      taken.push({ parts, flush: await flushes(stage.folder) })
      say(`${site.carrier}: ${line(parts)}; load ${os.loadavg()[0]?.toFixed(1)}`)
    }
    const name = `from tap to pulse, ${site.carrier}`
    const p = (of: (parts: Parts) => number, percent: number): number[] =>
      taken.map(({ parts }) => at(parts.map(of), percent))
    const flushed = [50, 99].map((percent) =>
      taken.map(({ flush }) => at(flush, percent).toFixed(1)).join(', '),
    )
    figures.push(
      valueFigure({
        name: `${name}, p99`,
        values: p(({ all }) => all, 99),
        unit: 'ms',
        digits: 1,
        must: 30,
        note: `a flush of this disk takes ${flushed[0]}, p99 ${flushed[1]} ms`,
      }),
      valueFigure({
        name: `${name}, p50`,
        values: p(({ all }) => all, 50),
        unit: 'ms',
        digits: 1,
        must: undefined,
        note: shares(taken.flatMap(({ parts }) => parts)),
      }),
      valueFigure({
        name: `from tap to answer, ${site.carrier}, p50`,
        values: p(({ answered }) => answered, 50),
        unit: 'ms',
        digits: 1,
        must: undefined,
      }),
    )
  }
  return figures
}

async function tapAll(
  stage: SiteStage,
  { house, agent, line }: StandingSite,
  tokens: ReadonlyMap<string, string>,
  count: number,
): Promise<Parts[]> {
  const { product, hardware } = stage
  for (const child of [product, agent]) await child.ask(STAMPS)
  await hardware.ask({})
  const caller = await openCaller(product.ready.port)
  const taps: { readonly lockId: string; readonly from: number; readonly until: number }[] = []
  try {
    for (let index = 0; index < count; index += 1) {
      const box = house.boxes[index % house.boxes.length]
      if (!box) throw new Error('no box')
      const from = sharedClock()
      const answer = await caller.call({
        method: 'PUT',
        path: `/api/boxes/${box.boxId}/open`,
        token: tokens.get(box.tenantId),
        body: { stockId: house.stockId },
      })
      const text = answer.body.toString()
      if (answer.status !== 200 || !text.includes('"result":"opened"'))
        throw new Error(`a door did not open: ${answer.status} ${text}`)
      taps.push({ lockId: box.lockId, from, until: sharedClock() })
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  } finally {
    caller.close()
  }
  const { left } = await product.ask<Stamps>(STAMPS)
  const { came } = await agent.ask<Stamps>(STAMPS)
  const pulses = (await hardware.ask<Pulse[]>({})).filter((pulse) => pulse.line === line)
  if (pulses.length !== count) throw new Error(`${count} taps, ${pulses.length} pulses`)
  return taps.map(({ lockId, from, until }) => {
    const within = (at: number): boolean => at >= from && at <= until
    const [sent, arrived] = [left.find(within), came.find(within)]
    const pulse = pulses.find((one) => one.lockId === lockId && within(one.at))?.at
    if (sent === undefined || arrived === undefined || pulse === undefined)
      throw new Error('a tap without its way')
    return {
      all: pulse - from,
      server: sent - from,
      line: arrived - sent,
      agent: pulse - arrived,
      answered: until - from,
    }
  })
}

/** What a disk takes for a record that must not be lost: the agent keeps each command before it is carried out. */
async function flushes(folder: string): Promise<number[]> {
  const file = await fs.open(path.join(folder, 'flush'), 'a')
  const taken: number[] = []
  try {
    for (let index = 0; index < FLUSHES; index += 1) {
      const from = performance.now()
      await file.write(`${'x'.repeat(200)}\n`)
      await file.datasync()
      taken.push(performance.now() - from)
    }
  } finally {
    await file.close()
  }
  return taken
}

const at = (values: readonly number[], percent: number): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    percent,
  )

const shares = (parts: readonly Parts[]): string =>
  (['server', 'line', 'agent'] as const)
    .map((part) => {
      const values = parts.map((one) => one[part])
      return `${part} ${at(values, 50).toFixed(1)} (p99 ${at(values, 99).toFixed(1)})`
    })
    .join(', ')

const line = (parts: readonly Parts[]): string =>
  `${[50, 90, 99, 100]
    .map((percent) =>
      at(
        parts.map(({ all }) => all),
        percent,
      ).toFixed(1),
    )
    .join(', ')} ms (p50, p90, p99, most); ${shares(parts)}`
