import fs from 'node:fs/promises'
import { type Figure, valueFigure } from './figures.ts'
import { openCaller, type Caller, type LoadAnswer } from './http-load.ts'
import type { SiteStage, StandingSite } from './site-stage.ts'
import type { Debtor } from './site-world.ts'

const LOOK_MS = 4
const PATIENCE_MS = 30_000

/**
 * How soon a right is another: tenants who owe rent pay, and staff take the verification of one back. It counts at the server when
 * his tap is answered otherwise, and at the site when its agent has applied a list that says so.
 */
export async function measureSiteRights(stage: SiteStage): Promise<Figure[]> {
  const released: number[] = []
  const listed: number[] = []
  const barred: number[] = []
  for (const site of stage.sites) {
    await until(async () => (await entryOf(site, site.house.debtors[0]))?.blocked === true)
    const callers = [await openCaller(stage.product.ready.port), await openCaller(stage.product.ready.port)]
    const [caller, other] = callers as [Caller, Caller]
    try {
      const boss = await stage.token(stage.world.superUser)
      for (const debtor of site.house.debtors) {
        const token = await stage.token(debtor.accountId)
        const open = async (): Promise<LoadAnswer> =>
          await caller.call({
            method: 'PUT',
            path: `/api/boxes/${debtor.boxId}/open`,
            token,
            body: { stockId: site.house.stockId },
          })
        expectCode(await open(), 7006)
        const from = performance.now()
        const paid = other.call({
          method: 'POST',
          path: '/api/payments',
          token: boss,
          body: { DocumentID: debtor.documentId, processor: 'manual' },
        })
        const [, opens, list] = await Promise.all([
          paid.then((answer) => expectCode(answer, 0)),
          until(async () => {
            const answer = await open()
            if (answer.status === 200) return true
            expectCode(answer, 7006)
            return false
          }).then(() => performance.now() - from),
          until(async () => (await entryOf(site, debtor))?.blocked === false).then(
            () => performance.now() - from,
          ),
        ])
        released.push(opens)
        listed.push(list)
      }
      for (const debtor of site.house.debtors) {
        const token = await stage.token(debtor.accountId)
        const verified = async (isVerified: boolean): Promise<void> =>
          expectCode(
            await other.call({
              method: 'PUT',
              path: `/api/users/${debtor.accountId}`,
              token: boss,
              body: { isKYCVerified: isVerified },
            }),
            0,
          )
        const from = performance.now()
        await verified(false)
        const refused = await caller.call({
          method: 'PUT',
          path: `/api/boxes/${debtor.boxId}/open`,
          token,
          body: { stockId: site.house.stockId },
        })
        expectCode(refused, 7001)
        await until(async () => (await entryOf(site, debtor))?.blocked !== false)
        barred.push(performance.now() - from)
      }
    } finally {
      for (const one of callers) one.close()
    }
  }
  const worst = (name: string, values: readonly number[], must: number): Figure => {
    const sorted = values.toSorted((a, b) => a - b)
    return valueFigure({
      name: `${name}, the slowest`,
      values: [Math.max(...values)],
      unit: 'ms',
      must,
      note: `of ${values.length}; half within ${sorted[Math.floor(sorted.length / 2)]?.toFixed(0)} ms`,
    })
  }
  return [
    worst('payment of overdue rent until the door opens', released, 1000),
    worst('payment of overdue rent until the list at the site says so', listed, 1000),
    worst('verification taken back until the list at the site says so', barred, 5000),
  ]
}

interface Entry {
  readonly box: string
  readonly blocked: boolean
}

/** What the list that the agent has applied says of somebody's box. */
async function entryOf(site: StandingSite, debtor: Debtor | undefined): Promise<Entry | undefined> {
  const text = await fs.readFile(site.listFile, 'utf8').catch(() => '')
  if (text === '') return undefined
  const { entries } = JSON.parse(text) as { readonly entries: readonly Entry[] }
  return entries.find(({ box }) => box === debtor?.unitNumber)
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error('what was waited for did not come')
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** @param code 0: none, it was done */
function expectCode({ status, body }: LoadAnswer, code: number): void {
  const text = body.toString()
  const said =
    status < 400 ? 0 : (JSON.parse(text) as { errors: { errorCode: number }[] }).errors[0]?.errorCode
  if (Number(said) !== code) throw new Error(`${code} was expected: ${status} ${text.slice(0, 300)}`)
}
