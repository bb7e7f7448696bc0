import sharp from 'sharp'
import * as accounts from '@stowage/api/accounts'
import * as billing from '@stowage/api/billing'
import * as booking from '@stowage/api/booking'
import type { Running } from '@stowage/server/main'
import { createAccount, hashPassword } from '@stowage/server/modules/accounts/index'
import { createPerson, type Person } from '@stowage/server/testing/person'
import { categories, cities, company, sellers, stocks, type DemoStock } from './company.ts'
import { DEMO_PASSWORD, tenant, type DemoPerson } from './people.ts'
import { drawStock, type DrawnBox } from './plan.ts'
import { randomFrom, type Random } from './random.ts'

const DAY_MS = 24 * 3600_000

interface FilledStock {
  readonly demo: DemoStock
  readonly id: string
  readonly boxes: readonly { readonly id: string; readonly unitNumber: string; readonly drawn: DrawnBox }[]
}

/** Whether the database has no company yet: only then the demo fills it. */
export async function isEmpty(db: Running['platform']['db']): Promise<boolean> {
  return (await db.selectFrom('stock').select('id').limit(1).executeTakeFirst()) === undefined
}

/**
 * Fills the demo company: a script of use cases at past dates on the moved clock, not inserted rows, the same every time
 * for a given day. Mails of the past are not sent. It ends with business time unmoved.
 */
export async function fillDemo(
  running: Running,
  options: { say?: (text: string) => void } = {},
): Promise<void> {
  const script = new DemoScript(running, options.say ?? (() => undefined))
  running.modules.messaging.mute(true)
  try {
    await script.run()
  } finally {
    running.modules.messaging.mute(false)
    await running.moveClock({ offsetMs: 0 })
  }
}

interface Let {
  /** Days from today, negative: in the past. */
  readonly day: number
  readonly stock: FilledStock
  readonly box: FilledStock['boxes'][number]
  readonly tenant: string
  readonly months: number
  readonly period: number
  readonly insurance: boolean
  /** false: the first invoice stays open; 'first': later ones stay open. */
  readonly pays: true | false | 'first'
}

class DemoScript {
  private readonly running: Running
  private readonly say: (text: string) => void
  private readonly random: Random = randomFrom('stowage-demo')
  private superUser: Person = createPerson(undefined as never)
  private readonly tenants = new Map<string, string>()
  private passwordHash = ''
  private readonly noPay = new Set<string>()

  constructor(running: Running, say: (text: string) => void) {
    this.running = running
    this.say = say
  }

  async run(): Promise<void> {
    const { running } = this
    this.passwordHash = await hashPassword(DEMO_PASSWORD)
    await this.at(-330)
    const staff = await this.staff()
    this.superUser = createPerson(running.app, await running.modules.accounts.openSessionFor(staff))
    const filled = await this.stocks()
    await this.staffOfStock(filled)
    const plan = await this.plan(filled)
    await this.play(plan)
    await this.at(0)
    await this.today(filled)
  }

  /** Business time becomes ten o'clock of a day, counted from today. */
  private async at(day: number): Promise<void> {
    const now = Date.now()
    const target = Date.parse(`${new Date(now + day * DAY_MS).toISOString().slice(0, 10)}T10:00:00Z`)
    await this.running.moveClock({ offsetMs: target - now })
    await this.running.settle()
  }

  private async account(
    person: Omit<DemoPerson, 'taxNumber'> & { taxNumber?: string | null },
    role: 'superUser' | 'staff' | 'client',
    roleAlias?: string,
    withPassword = true,
  ): Promise<string> {
    const { transact, clock } = this.running.platform
    return await transact(async (tx) => {
      const made = await createAccount(tx, {
        ...person,
        passwordHash: withPassword ? this.passwordHash : null,
        platformRole: role,
        ...(roleAlias === undefined ? {} : { roleAlias }),
        isAdult: true,
        at: clock.now(),
      })
      return made.id
    })
  }

  private async staff(): Promise<string> {
    const base = {
      language: 'ru' as const,
      accountType: 'individual' as const,
      isIndividualEntrepreneur: false,
      company: null,
      country: 'RU',
      city: 'Москва',
      address: 'Ходынская ул.',
      house: '2',
      zip: '123022',
      phone: '+74951204418',
    }
    const id = await this.account(
      { ...base, email: 'super@stowage.example', firstName: 'Вера', lastName: 'Орлова' },
      'superUser',
    )
    await this.account(
      { ...base, email: 'admin@stowage.example', firstName: 'Олег', lastName: 'Зимин' },
      'staff',
      'admin',
    )
    return id
  }

  private async staffOfStock(filled: readonly FilledStock[]): Promise<void> {
    const { transact, clock } = this.running.platform
    await transact(
      async (tx) =>
        await createAccount(tx, {
          email: 'manager@stowage.example',
          firstName: 'Денис',
          lastName: 'Громов',
          language: 'ru',
          accountType: 'individual',
          country: 'RU',
          city: 'Москва',
          address: 'Ходынская ул.',
          house: '2',
          zip: '123022',
          phone: '+74951204419',
          passwordHash: this.passwordHash,
          platformRole: 'staff',
          roleAlias: 'manager',
          stockId: filled[0]?.id ?? null,
          isAdult: true,
          at: clock.now(),
        }),
    )
  }

  private async stocks(): Promise<FilledStock[]> {
    const { modules, platform } = this.running
    const { catalog, maps } = modules
    const author = { actorId: null }
    const ids = await platform.transact(async (tx) => {
      await catalog.setCompany(tx, author, company)
      for (const category of categories) await catalog.createCategory(tx, author, category)
      const cityIds = new Map<string, string>()
      for (const [key, city] of Object.entries(cities))
        cityIds.set(key, await catalog.createCity(tx, author, city))
      const sellerIds = new Map<string, string>()
      for (const [key, seller] of Object.entries(sellers))
        sellerIds.set(key, await catalog.createSeller(tx, author, seller))
      return { cityIds, sellerIds }
    })
    const filled: FilledStock[] = []
    for (const demo of stocks) {
      const drawn = drawStock({ seed: demo.key, floors: demo.floors, language: demo.language })
      const { vat, ...rest } = demo.stock
      const stock = await platform.transact(async (tx) => {
        const id = await catalog.createStock(tx, author, {
          ...rest,
          cityId: ids.cityIds.get(demo.city) ?? '',
          sellerId: ids.sellerIds.get(demo.seller) ?? '',
          vat: [
            {
              validFrom: Temporal.PlainDate.from('2026-01-01'),
              legalPercent: vat.legal,
              individualPercent: vat.individual,
            },
          ],
        })
        const boxes = await catalog.createBoxes(
          tx,
          author,
          id,
          drawn.boxes.map((box, index) => ({ ...box, lockId: lockIdAt(index) })),
        )
        for (const [name, objects] of Object.entries(drawn.maps))
          await maps.saveMap(tx, author, id, name, objects)
        return { id, boxes }
      })
      const byNumber = new Map(drawn.boxes.map((box) => [box.unitNumber, box]))
      filled.push({
        demo,
        id: stock.id,
        boxes: stock.boxes.flatMap((box) => {
          const found = byNumber.get(box.unitNumber)
          return found ? [{ ...box, drawn: found }] : []
        }),
      })
    }
    return filled
  }

  /** Who rents what from when: most pay a whole term at once, some monthly, a few owe. */
  private async plan(filled: readonly FilledStock[]): Promise<Let[]> {
    const lets: Let[] = []
    let count = 0
    for (const stock of filled) {
      const language = stock.demo.language === 'en' ? 'de' : stock.demo.language
      for (const box of stock.boxes) {
        if (this.random.next() > stock.demo.let) continue
        const months = [3, 6, 6, 11, 11][Math.floor(this.random.next() * 5)] ?? 6
        // Weekly days keep the moves of the clock few; every term still runs today.
        const day =
          -7 * (1 + Math.floor(this.random.next() * Math.max(1, Math.floor((months * 30 - 12) / 7))))
        const monthly = this.random.next() < 0.06
        const name = `${language}${Math.floor(count / 4)}`
        if (!this.tenants.has(name))
          this.tenants.set(
            name,
            await this.account(
              tenant(language, Math.floor(count / 4), this.random),
              'client',
              undefined,
              false,
            ),
          )
        count += 1
        lets.push({
          day,
          stock,
          box,
          tenant: name,
          months,
          period: monthly ? 1 : months,
          insurance: this.random.next() < 0.4,
          pays: monthly && this.random.next() < 0.25 ? 'first' : true,
        })
      }
    }
    return lets.sort((a, b) => a.day - b.day)
  }

  private async play(lets: readonly Let[]): Promise<void> {
    const days = [...new Set(lets.map((rental) => rental.day))].sort((a, b) => a - b)
    for (const day of days) {
      await this.at(day)
      await this.payOpenInvoices()
      for (const rental of lets.filter((entry) => entry.day === day)) await this.let(rental)
      this.say(`demo: ${-day} days ago`)
    }
  }

  private async let(rental: Let): Promise<void> {
    const arrivalDate = this.running.platform.clock
      .now()
      .toZonedDateTimeISO(rental.stock.demo.stock.timeZone)
      .toPlainDate()
      .toString()
    const booked = await this.superUser.call(booking.bookBox, {
      body: {
        stockId: rental.stock.id,
        boxId: rental.box.id,
        userId: this.tenants.get(rental.tenant) ?? '',
        arrivalDate,
        contractDuration: rental.months,
        invoicingPeriod: rental.period,
        paymentMethod: 'manual',
        ...(rental.insurance ? { insuranceSchemeId: 'standard' } : {}),
      },
    })
    must(booked, `${rental.box.unitNumber} could not be let`)
    if (rental.pays === false) return
    await this.pay(booked.body.documentId ?? '')
    if (rental.pays === 'first') this.noPay.add(booked.body.id)
  }

  private async pay(documentId: string): Promise<void> {
    must(
      await this.superUser.call(billing.payDocument, { body: { documentId, processor: 'manual' } }),
      'a document could not be marked as paid',
    )
  }

  /** Tenants who pay do so when the clock passes; those who owe keep owing. */
  private async payOpenInvoices(): Promise<void> {
    const { db } = this.running.platform
    const open = await db
      .selectFrom('document')
      .select(['id', 'contract_id'])
      .where('status', '=', 'open')
      .where('number', 'is not', null)
      .execute()
    for (const document of open) if (!this.noPay.has(document.contract_id)) await this.pay(document.id)
  }

  /** The people with names, in the state in which they are met today. */
  private async today(filled: readonly FilledStock[]): Promise<void> {
    const photo = (
      await sharp({ create: { width: 640, height: 420, channels: 3, background: '#dfe7e6' } })
        .jpeg()
        .toBuffer()
    ).toString('base64')
    const free = await this.freeBoxes(filled[0] as FilledStock)
    const next = (): FilledStock['boxes'][number] => free.shift() ?? raise('no free box is left')
    const base = {
      language: 'ru' as const,
      accountType: 'individual' as const,
      isIndividualEntrepreneur: false,
      company: null,
      country: 'RU',
      city: 'Москва',
      address: 'ул. Красная Пресня',
      house: '12',
      zip: '123022',
    }

    // The client of the documentation: verified, an open paid contract, since two months.
    await this.at(-62)
    const client = await this.account(
      {
        ...base,
        email: 'client@stowage.example',
        firstName: 'Анна',
        lastName: 'Соколова',
        phone: '+79161234567',
      },
      'client',
    )
    await this.handIn(client, photo, true)
    await this.rentAs(client, filled[0] as FilledStock, next(), { months: 6, period: 6, insurance: true })
    const debtor = await this.account(
      {
        ...base,
        email: 'debtor@stowage.example',
        firstName: 'Борис',
        lastName: 'Кравцов',
        phone: '+79161234568',
      },
      'client',
    )
    await this.handIn(debtor, photo, true)
    this.noPay.add(
      await this.rentAs(debtor, filled[0] as FilledStock, next(), { months: 6, period: 1, insurance: false }),
    )

    const ending = await this.account(
      {
        ...base,
        email: 'ending@stowage.example',
        firstName: 'Елена',
        lastName: 'Журавлёва',
        phone: '+79161234569',
      },
      'client',
    )
    await this.handIn(ending, photo, true)
    const moabit = filled[2] as FilledStock
    const legal = await this.account(
      {
        ...base,
        email: 'firma@stowage.example',
        language: 'de',
        accountType: 'legal',
        firstName: 'Sabine',
        lastName: 'Weiß',
        company: 'Weiß & Söhne GmbH',
        country: 'DE',
        city: 'Berlin',
        address: 'Perleberger Straße',
        house: '7',
        zip: '10559',
        phone: '+493098765432',
        taxNumber: 'DE811128135',
      },
      'client',
    )
    await this.handIn(legal, photo, true)
    await this.rentAs(legal, moabit, (await this.freeBoxes(moabit))[0] ?? raise('no free box'), {
      months: 11,
      period: 11,
      insurance: true,
    })
    const entrepreneur = await this.account(
      {
        ...base,
        email: 'ip@stowage.example',
        isIndividualEntrepreneur: true,
        firstName: 'Павел',
        lastName: 'Щукин',
        phone: '+79161234570',
      },
      'client',
    )
    await this.handIn(entrepreneur, photo, true)
    await this.rentAs(entrepreneur, filled[0] as FilledStock, next(), {
      months: 3,
      period: 3,
      insurance: false,
    })
    await this.endingIn(ending, filled[0] as FilledStock, next(), 5)

    // The monthly invoices since then: paid by all but the debtor.
    for (const day of [-31, -14, -1]) {
      await this.at(day)
      await this.payOpenInvoices()
    }
    await this.at(-1)
    const waiting = await this.account(
      {
        ...base,
        email: 'unverified@stowage.example',
        firstName: 'Мария',
        lastName: 'Лебедева',
        phone: '+79161234571',
      },
      'client',
    )
    await this.handIn(waiting, photo, false)
    await this.rentAs(waiting, filled[0] as FilledStock, next(), {
      months: 3,
      period: 1,
      insurance: false,
      pay: false,
    })
    const rejected = await this.account(
      {
        ...base,
        email: 'rejected@stowage.example',
        firstName: 'Игорь',
        lastName: 'Морозов',
        phone: '+79161234572',
      },
      'client',
    )
    await this.handIn(rejected, photo, true)
    await this.rentAs(rejected, filled[0] as FilledStock, next(), { months: 3, period: 3, insurance: false })
    must(
      await this.superUser.call(accounts.rejectDocument, {
        params: { id: rejected, document: `${rejected}_selfie` },
        body: { reason: 'На фотографии не видно лица целиком' },
      }),
      'a document could not be rejected',
    )
    const reserving = await this.account(
      {
        ...base,
        email: 'reserved@stowage.example',
        firstName: 'Ольга',
        lastName: 'Новикова',
        phone: '+79161234573',
      },
      'client',
    )
    const { body } = await this.reserve(reserving, filled[0] as FilledStock, next())
    if (!body.id) raise('a box could not be reserved')
    await this.account(
      {
        ...base,
        email: 'new@stowage.example',
        firstName: 'Светлана',
        lastName: 'Ершова',
        phone: '+79161234574',
      },
      'client',
    )
  }

  /** A three months' term that ends so many days from today. */
  private async endingIn(
    account: string,
    stock: FilledStock,
    box: FilledStock['boxes'][number],
    days: number,
  ): Promise<void> {
    const end = Temporal.Now.plainDateISO('UTC').add({ days })
    await this.at(
      -Temporal.Now.plainDateISO('UTC').since(end.subtract({ months: 2 }), { largestUnit: 'days' }).days,
    )
    await this.rentAs(account, stock, box, { months: 2, period: 2, insurance: false })
  }

  private async handIn(account: string, photo: string, verify: boolean): Promise<void> {
    const self = createPerson(this.running.app, await this.running.modules.accounts.openSessionFor(account))
    for (const kind of ['passportFile', 'selfieFile', 'addressFile', 'extraFile'] as const) {
      const file = { type: 'image/jpeg', base64: photo }
      must(
        await self.call(accounts.updateUser, { params: { id: account }, body: { [kind]: file } }),
        'a document could not be handed in',
      )
    }
    must(
      await self.call(accounts.updateUser, { params: { id: account }, body: { isAgreedWithDocs: true } }),
      'the documents could not be agreed to',
    )
    if (verify)
      must(
        await this.superUser.call(accounts.updateUser, {
          params: { id: account },
          body: { isKycVerified: true },
        }),
        'a profile could not be verified',
      )
  }

  private async rentAs(
    account: string,
    stock: FilledStock,
    box: FilledStock['boxes'][number],
    wish: { months: number; period: number; insurance: boolean; pay?: boolean },
  ): Promise<string> {
    const self = createPerson(this.running.app, await this.running.modules.accounts.openSessionFor(account))
    const arrivalDate = this.running.platform.clock
      .now()
      .toZonedDateTimeISO(stock.demo.stock.timeZone)
      .toPlainDate()
      .toString()
    const choice = { arrivalDate, contractDuration: wish.months, invoicingPeriod: wish.period }
    const lease = await self.call(booking.previewLease, {
      body: { boxId: box.id, ...choice, insurance: wish.insurance },
    })
    must(lease, 'the lease could not be shown')
    const booked = await self.call(booking.bookBox, {
      body: {
        stockId: stock.id,
        boxId: box.id,
        ...choice,
        ...(wish.insurance ? { insuranceSchemeId: 'standard' } : {}),
        paymentMethod: 'bankTransfer',
        isAdult: true,
        contactSource: 'internet',
        reason: 'ремонт',
        signature: {
          nameTyped: 'Анна Соколова',
          textVersion: lease.body.textVersion,
          textHash: lease.body.textHash,
        },
      },
    })
    must(booked, `${box.unitNumber} could not be booked`)
    if (wish.pay !== false) await this.pay(booked.body.documentId ?? '')
    await this.running.settle()
    return booked.body.id
  }

  private async reserve(account: string, stock: FilledStock, box: FilledStock['boxes'][number]) {
    const self = createPerson(this.running.app, await this.running.modules.accounts.openSessionFor(account))
    const arrivalDate = this.running.platform.clock
      .now()
      .add({ hours: 24 * 6 })
      .toZonedDateTimeISO(stock.demo.stock.timeZone)
      .toPlainDate()
      .toString()
    const reserved = await self.call(booking.bookBox, {
      body: {
        stockId: stock.id,
        boxId: box.id,
        arrivalDate,
        contractDuration: 3,
        invoicingPeriod: 1,
        paymentMethod: 'none',
      },
    })
    must(reserved, 'a box could not be reserved')
    return reserved
  }

  private async freeBoxes(stock: FilledStock): Promise<FilledStock['boxes'][number][]> {
    const taken = await this.running.platform.db
      .selectFrom('box_claim')
      .select('box_id')
      .where('stock_id', '=', stock.id)
      .where('released_at', 'is', null)
      .execute()
    const held = new Set(taken.map((row) => row.box_id))
    return stock.boxes.filter((box) => !held.has(box.id) && box.drawn.size >= 3 && box.drawn.size <= 9)
  }
}

/** X:YY:ZZ: bus 1, 32 locks a controller. */
function lockIdAt(index: number): string {
  return `1:${String(1 + Math.floor(index / 32)).padStart(2, '0')}:${String(1 + (index % 32)).padStart(2, '0')}`
}

function raise(reason: string): never {
  throw new Error(reason)
}

function must(
  reply: { status: number; errors: readonly { errorCode: number; message: string; field?: string }[] },
  what: string,
): void {
  if (reply.status >= 400) throw new Error(`${what}: ${JSON.stringify(reply.errors)}`)
}
