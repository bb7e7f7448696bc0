import * as billing from '@stowage/api/billing'
import type { Running } from '@stowage/server/main'
import { createAccount, hashPassword } from '@stowage/server/modules/accounts/index'
import { createPerson, type Person } from '@stowage/server/testing/person'
import type { FilledStock } from './fill-stocks.ts'
import { DEMO_PASSWORD, type DemoPerson } from './people.ts'
import { randomFrom, type Random } from './random.ts'

interface AccountWish {
  readonly roleAlias?: string
  readonly stockId?: string
  readonly withPassword?: boolean
}

/** What every part of the demo's script does: let days pass, open accounts, take money. */
export class Desk {
  readonly running: Running
  readonly random: Random = randomFrom('stowage-demo')
  /** The day on which the company is filled, in UTC; the script counts from it, also when it runs over midnight. */
  readonly today: Temporal.PlainDate = Temporal.Now.plainDateISO('UTC')
  /** Contracts that are not paid any more, and the day since when. */
  readonly owing = new Map<string, number>()
  private day = -Infinity
  superUser: Person = createPerson(undefined as never)
  private passwordHash: Promise<string> | undefined

  constructor(running: Running) {
    this.running = running
  }

  /**
   * Business time becomes ten o'clock (UTC) of a day before today. The past is told forward, so that nothing happens before
   * what led to it.
   * @throws RangeError for a day that is not past, or before the one that is being told
   */
  async at(day: number): Promise<void> {
    if (day >= 0 || day < this.day) throw new RangeError(`day ${day} cannot follow day ${this.day}`)
    this.day = day
    const target = this.today.add({ days: day }).toZonedDateTime({ timeZone: 'UTC', plainTime: '10:00' })
    await this.goTo(target.epochMilliseconds - Date.now())
  }

  /** The past is told; business time is the real time again. */
  async now(): Promise<void> {
    await this.goTo(0)
  }

  private async goTo(offsetMs: number): Promise<void> {
    await this.running.moveClock({ offsetMs })
    await this.running.settle()
  }

  /** The day of the script on which a date falls. */
  dayOf(date: Temporal.PlainDate): number {
    return this.today.until(date, { largestUnit: 'days' }).days
  }

  async account(
    person: Omit<DemoPerson, 'taxNumber'> & { taxNumber?: string | null },
    role: 'superUser' | 'staff' | 'client',
    { roleAlias, stockId, withPassword = true }: AccountWish = {},
  ): Promise<string> {
    const { transact, clock } = this.running.platform
    const passwordHash = withPassword ? await (this.passwordHash ??= hashPassword(DEMO_PASSWORD)) : null
    return await transact(async (tx) => {
      const made = await createAccount(tx, {
        ...person,
        passwordHash,
        platformRole: role,
        ...(roleAlias === undefined ? {} : { roleAlias }),
        ...(stockId === undefined ? {} : { stockId }),
        isAdult: true,
        at: clock.now(),
      })
      return made.id
    })
  }

  /** Short messages go to this number of his, and tell all there is to tell. */
  async tellByPhone(accountId: string, number: string): Promise<void> {
    const { modules, platform } = this.running
    await platform.transact(async (tx) => await modules.messaging.putSmsNumber(tx, accountId, number))
  }

  /** Somebody's own session. */
  async as(account: string): Promise<Person> {
    return createPerson(this.running.app, await this.running.modules.accounts.openSessionFor(account))
  }

  /** The day at a stock, or the one so many days later: YYYY-MM-DD. */
  dayAt({ demo }: FilledStock, days = 0): string {
    return this.running.platform.clock
      .now()
      .add({ hours: 24 * days })
      .toZonedDateTimeISO(demo.stock.timeZone)
      .toPlainDate()
      .toString()
  }

  async pay(documentId: string): Promise<void> {
    must(
      await this.superUser.call(billing.payDocument, { body: { documentId, processor: 'manual' } }),
      'a document could not be marked as paid',
    )
  }

  /** Tenants who pay do so when the clock passes; those who have stopped keep owing. */
  async payOpenInvoices(): Promise<void> {
    const { db } = this.running.platform
    const open = await db
      .selectFrom('document')
      .select(['id', 'contract_id'])
      .where('status', '=', 'open')
      .where('number', 'is not', null)
      .execute()
    for (const document of open)
      if (this.day < (this.owing.get(document.contract_id) ?? Infinity)) await this.pay(document.id)
  }
}

export function raise(reason: string): never {
  throw new Error(reason)
}

export function must(
  reply: { status: number; errors: readonly { errorCode: number; message: string; field?: string }[] },
  what: string,
): void {
  if (reply.status >= 400) throw new Error(`${what}: ${JSON.stringify(reply.errors)}`)
}
