import os from 'node:os'
import { parseArgs } from 'node:util'
import { buildWebIfNeeded } from '../start/build-web.ts'
import { type Figure, tableOf, verdictOf } from './figures.ts'
import { measureBesideBilling } from './measure-beside-billing.ts'
import { measureBills } from './measure-bills.ts'
import { measureBilling } from './measure-billing.ts'
import { measureBooking } from './measure-booking.ts'
import { measureDrawing } from './measure-drawing.ts'
import { measureFrames } from './measure-frames.ts'
import { measureGrowth } from './measure-growth.ts'
import { type House, openHouse } from './house.ts'
import { measureKyc } from './measure-kyc.ts'
import { measureLighthouse } from './measure-lighthouse.ts'
import { measureLists } from './measure-lists.ts'
import { measureLogins } from './measure-logins.ts'
import { measureMails } from './measure-mails.ts'
import { measureMemory } from './measure-memory.ts'
import { measureOpening } from './measure-opening.ts'
import { measurePapers } from './measure-papers.ts'
import { measurePayments } from './measure-payments.ts'
import { largestStock, measurePlan } from './measure-plan.ts'
import { measurePlanFiles } from './measure-plan-files.ts'
import { measureReports } from './measure-reports.ts'
import { measureSite } from './measure-site.ts'
import { measureSiteFleet } from './measure-site-fleet.ts'
import { measureSockets } from './measure-sockets.ts'
import { measureStart, productionPackages } from './measure-start.ts'
import { measureTwo } from './measure-two.ts'
import { measureVolume } from './measure-volume.ts'
import { measureWeb } from './measure-web.ts'
import { readPlans } from './read-plans.ts'
import { setStage, type Stage } from './stage.ts'
import { companies, type CompanySize, setVolumeStage, type VolumeStage } from './volume-stage.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    /** A folder: CPU profiles of the product's server go there. */
    profile: { type: 'string' },
    /** A folder: the filled database stays there for the next run. */
    keep: { type: 'string' },
    'no-mails': { type: 'boolean', default: false },
    /** How large a company is filled for the benches that need one. */
    company: { type: 'string' },
    /** How many contracts have an invoice due, for `billing`. */
    contracts: { type: 'string', default: '100000' },
    /** How many a night writes, for `mails`. */
    mails: { type: 'string', default: '10000' },
    /** How many are told of, for `payments`. */
    payments: { type: 'string', default: '10000' },
    /** How many sites there are, for `fleet`. */
    sites: { type: 'string', default: '1000' },
  },
})
const rounds = Number(values.rounds)
const begin = performance.now()
const execArgv = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`]
const say = (text: string): void =>
  console.error(`${((performance.now() - begin) / 1000).toFixed(0).padStart(4)} s  ${text}`)

/** Each on the same stage; in this order, because what is booked first is opened later. */
const onStage: Readonly<Record<string, (stage: Stage, rounds: number) => Promise<Figure[]>>> = {
  lists: measureLists,
  booking: measureBooking,
  opening: measureOpening,
  sockets: measureSockets,
  logins: measureLogins,
  memory: measureMemory,
  bills: measureBills,
}
/** Each at the product as `npm start` brings it up in a fresh checkout; the start itself is measured before the others. */
const atHome: Readonly<Record<string, (house: House, rounds: number) => Promise<Figure[]>>> = {
  start: measureStart,
  web: async ({ url }) => await measureWeb(url),
  plan: async ({ url }, rounds) => [
    ...(await measurePlan(url, rounds)),
    ...(await measurePlanFiles(url, await largestStock(url), rounds)),
    ...(await measureDrawing(rounds)),
  ],
  lighthouse: async ({ url }) => await measureLighthouse(url),
}
/** Each at a company of a large operator's size; by name only, because filling it alone takes minutes. */
const atVolume: Readonly<Record<string, (stage: VolumeStage, rounds: number) => Promise<Figure[]>>> = {
  plans: readPlans,
  volume: measureVolume,
  frames: measureFrames,
  reports: measureReports,
  growth: async (stage, rounds) => await measureGrowth(stage, rounds, values.keep, execArgv),
}
/** By name only; what they need they bring. */
const alone: Readonly<Record<string, (rounds: number) => Promise<Figure[]>>> = {
  billing: async (rounds) =>
    await measureBilling(say, {
      contracts: Number(values.contracts),
      rounds: Math.min(rounds, 3),
      execArgv,
      keep: values.keep,
    }),
  beside: async (rounds) =>
    await measureBesideBilling(say, {
      contracts: Number(values.contracts),
      rounds: Math.min(rounds, 3),
      execArgv,
      keep: values.keep,
    }),
  mails: async () => await measureMails(say, { mails: Number(values.mails), execArgv, keep: values.keep }),
  papers: measurePapers,
  payments: async (rounds) =>
    await measurePayments(say, {
      payments: Number(values.payments),
      rounds: Math.min(rounds, 3),
      execArgv,
      keep: values.keep,
    }),
  two: async (rounds) => await measureTwo(say, { rounds, execArgv }),
  kyc: async (rounds) => await measureKyc(say, { rounds, execArgv }),
  site: async (rounds) => await measureSite(say, { rounds: Math.min(rounds, 3), execArgv }),
  fleet: async (rounds) =>
    await measureSiteFleet(say, {
      sites: Number(values.sites),
      rounds: Math.min(rounds, 3),
      execArgv,
      keep: values.keep,
    }),
}
const names = [
  ...Object.keys(onStage),
  ...Object.keys(atHome),
  'packages',
  ...Object.keys(atVolume),
  ...Object.keys(alone),
]
const unknown = positionals.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  say(`npm run bench: there is no bench ${unknown.join(', ')}; there are ${names.join(', ')}`)
  process.exit(2)
}
const isSize = (text: string): text is CompanySize => Object.hasOwn(companies, text)
// A full table is as long in a small company; plans and their cost are not the same there.
const company =
  values.company ??
  (positionals.some((name) => ['volume', 'plans', 'reports', 'growth'].includes(name)) ? 'large' : 'small')
if (!isSize(company)) {
  say(`npm run bench: there is no company ${company}; there are ${Object.keys(companies).join(', ')}`)
  process.exit(2)
}
const wanted = (name: string): boolean => positionals.length === 0 || positionals.includes(name)

const figures: Figure[] = []
const add = (found: readonly Figure[]): void => {
  figures.push(...found)
  console.log(tableOf(found))
}
say(
  `load of the machine at the start: ${os
    .loadavg()
    .map((value) => value.toFixed(1))
    .join(', ')}; ${os.availableParallelism()} cores; Node ${process.version}`,
)
if (Object.keys(onStage).some(wanted)) {
  const stage = await setStage(say, { execArgv, keep: values.keep, mails: !values['no-mails'] })
  try {
    for (const [name, measure] of Object.entries(onStage)) {
      if (!wanted(name)) continue
      say(`Measuring ${name}`)
      add(await measure(stage, rounds))
    }
  } finally {
    await stage.close()
  }
}
if (Object.keys(atHome).some(wanted)) {
  say('Copying the checkout and starting it')
  const house = await openHouse()
  try {
    if (!wanted('start')) await house.start()
    for (const [name, measure] of Object.entries(atHome)) {
      if (!wanted(name)) continue
      say(`Measuring ${name}`)
      add(await measure(house, rounds))
    }
  } finally {
    await house.close()
  }
}
if (Object.keys(atVolume).some((name) => positionals.includes(name))) {
  if (positionals.includes('frames')) await buildWebIfNeeded()
  const stage = await setVolumeStage(say, company, { keep: values.keep, execArgv })
  try {
    for (const [name, measure] of Object.entries(atVolume)) {
      if (!positionals.includes(name)) continue
      say(`Measuring ${name}`)
      add(await measure(stage, rounds))
    }
  } finally {
    await stage.close()
  }
}
for (const [name, measure] of Object.entries(alone)) {
  if (!positionals.includes(name)) continue
  say(`Measuring ${name}`)
  add(await measure(rounds))
}
if (wanted('packages')) add([productionPackages()])
say(
  `load of the machine at the end: ${os
    .loadavg()
    .map((value) => value.toFixed(1))
    .join(', ')}`,
)
console.log(`\n${tableOf(figures)}`)
const missed = figures.filter((figure) => verdictOf(figure) === 'MISSED')
console.log(
  `${figures.length} figures, ${missed.length} missed${missed.length > 0 ? `: ${missed.map(({ name }) => name).join('; ')}` : ''}`,
)
process.exitCode = missed.length > 0 ? 1 : 0
