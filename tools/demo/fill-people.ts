import * as accounts from '@stowage/api/accounts'
import { extendContract } from '@stowage/api/contracts'
import { must, raise, type Desk } from './desk.ts'
import { close, endOf } from './fill-months.ts'
import type { FilledStock } from './fill-stocks.ts'
import type { DemoPerson } from './people.ts'
import { handIn, rentAs, reserve, verify, type Tenant } from './rent.ts'
import type { Step } from './script.ts'
import type { Vacancies } from './vacancies.ts'

/** The people with names, each a story that leads to the state in which they are met today. */
export async function peopleOf(
  desk: Desk,
  filled: readonly FilledStock[],
  vacancies: Vacancies,
): Promise<Step[]> {
  const at = (key: string): FilledStock =>
    filled.find(({ demo }) => demo.key === key) ?? raise(`there is no stock ${key}`)
  const presnya = at('presnya')

  const open = async (person: DemoPerson): Promise<Tenant> => {
    const tenant = { person, id: await desk.account(person, 'client') }
    if (TOLD_BY_PHONE.has(person.email)) await desk.tellByPhone(tenant.id, person.phone)
    return tenant
  }
  const handedIn = async (person: DemoPerson): Promise<Tenant> => {
    const tenant = await open(person)
    await handIn(desk, tenant)
    return tenant
  }
  const verified = async (person: DemoPerson): Promise<Tenant> => {
    const tenant = await handedIn(person)
    await verify(desk, tenant)
    return tenant
  }
  /** Books on a day and pays at once, as most do. */
  const rents = (
    person: DemoPerson,
    day: number,
    stock: FilledStock,
    wish: Parameters<typeof rentAs>[4],
    then: (contractId: string, tenant: Tenant, boxId: string) => void = () => undefined,
  ): Step => {
    const box = vacancies.take(stock)
    return {
      day,
      act: async () => {
        const tenant = await verified(person)
        const { contractId, documentId } = await rentAs(desk, tenant, stock, box, wish)
        await desk.pay(documentId)
        await desk.running.settle()
        then(contractId, tenant, box.id)
      },
    }
  }

  const closing = -126
  let closed = ''
  let rejected: Tenant | undefined
  const ending = termEndingIn(desk, 5)
  const extending = termEndingIn(desk, 4)
  let extended: { readonly tenant: Tenant; readonly boxId: string } | undefined
  const [unpaid, reserved] = [vacancies.take(presnya), vacancies.take(presnya)]
  return [
    rents(people.client, -63, presnya, { months: 6, period: 6, insurance: true }),
    rents(people.debtor, -63, presnya, { months: 6, period: 1, insurance: false }, (contract) =>
      desk.owing.set(contract, -62),
    ),
    rents(people.firma, -63, at('moabit'), { months: 11, period: 11, insurance: true }),
    rents(people.entrepreneur, -42, presnya, { months: 3, period: 3, insurance: false }),
    rents(people.ending, ending.day, presnya, {
      months: ending.months,
      period: ending.months,
      insurance: false,
    }),
    rents(
      people.extended,
      extending.day,
      presnya,
      { months: extending.months, period: extending.months, insurance: true },
      (_contract, tenant, boxId) => {
        extended = { tenant, boxId }
      },
    ),
    {
      day: -2,
      act: async () => {
        const { tenant, boxId } = extended ?? raise('nobody to extend for')
        const visitor = await desk.as(tenant.id)
        must(
          await visitor.call(extendContract, { params: { unitId: boxId }, body: {} }),
          'a contract could not be extended',
        )
      },
    },
    rents(
      people.closed,
      closing,
      at('vyborgskaya'),
      { months: 3, period: 3, insurance: false },
      (contract) => {
        closed = contract
      },
    ),
    {
      day: endOf(desk, closing, 3),
      act: async () => await close(desk, at('vyborgskaya'), closed),
    },
    rents(people.rejected, -7, presnya, { months: 3, period: 3, insurance: false }, (_contract, tenant) => {
      rejected = tenant
    }),
    {
      day: -1,
      act: async () => {
        const { id } = rejected ?? raise('nobody to reject')
        must(
          await desk.superUser.call(accounts.rejectDocument, {
            params: { id, document: `${id}_selfie` },
            body: { reason: 'На фотографии не видно лица целиком' },
          }),
          'a document could not be rejected',
        )
      },
    },
    {
      day: -1,
      act: async () => {
        const tenant = await handedIn(people.unverified)
        await rentAs(desk, tenant, presnya, unpaid, {
          months: 3,
          period: 1,
          insurance: false,
        })
      },
    },
    { day: -1, act: async () => await reserve(desk, await open(people.reserved), presnya, reserved) },
    { day: -1, act: async () => void (await open(people.new)) },
  ]
}

/**
 * A term that ends so many days from today, and when it began. The end keeps the day of the month on which a term began, so
 * not every length can end on every day: no two months end on a 30th of April.
 */
function termEndingIn(desk: Desk, days: number): { day: number; months: number } {
  const end = desk.today.add({ days })
  for (const months of [2, 3, 4, 5]) {
    const start = end.subtract({ months })
    if (start.add({ months }).equals(end)) return { day: desk.dayOf(start), months }
  }
  return raise(`no term ends on ${end.toString()}`)
}

/** Who has chosen short messages, so that the console's phones have something to show. */
const TOLD_BY_PHONE: ReadonlySet<string> = new Set([
  'client@stowage.example',
  'debtor@stowage.example',
  'firma@stowage.example',
  'reserved@stowage.example',
])

const muscovite = {
  language: 'ru',
  accountType: 'individual',
  isIndividualEntrepreneur: false,
  company: null,
  taxNumber: null,
  country: 'RU',
  city: 'Москва',
  address: 'ул. Красная Пресня',
  house: '12',
  zip: '123022',
} as const

const people = {
  client: {
    ...muscovite,
    email: 'client@stowage.example',
    firstName: 'Анна',
    lastName: 'Соколова',
    phone: '+79161234567',
  },
  debtor: {
    ...muscovite,
    email: 'debtor@stowage.example',
    firstName: 'Борис',
    lastName: 'Кравцов',
    house: '31',
    phone: '+79161234568',
  },
  ending: {
    ...muscovite,
    email: 'ending@stowage.example',
    firstName: 'Елена',
    lastName: 'Журавлёва',
    address: 'ул. 1905 года',
    house: '7',
    phone: '+79161234569',
  },
  firma: {
    ...muscovite,
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
  entrepreneur: {
    ...muscovite,
    email: 'ip@stowage.example',
    isIndividualEntrepreneur: true,
    firstName: 'Павел',
    lastName: 'Щукин',
    address: 'Шмитовский проезд',
    house: '16',
    phone: '+79161234570',
  },
  extended: {
    ...muscovite,
    email: 'extended@stowage.example',
    firstName: 'Дарья',
    lastName: 'Фомина',
    phone: '+79165550142',
  },
  closed: {
    ...muscovite,
    email: 'closed@stowage.example',
    firstName: 'Николай',
    lastName: 'Ильин',
    city: 'Санкт-Петербург',
    address: 'Лесной проспект',
    house: '39',
    zip: '194044',
    phone: '+79211234575',
  },
  unverified: {
    ...muscovite,
    email: 'unverified@stowage.example',
    firstName: 'Мария',
    lastName: 'Лебедева',
    house: '9',
    phone: '+79161234571',
  },
  rejected: {
    ...muscovite,
    email: 'rejected@stowage.example',
    firstName: 'Игорь',
    lastName: 'Морозов',
    house: '24',
    phone: '+79161234572',
  },
  reserved: {
    ...muscovite,
    email: 'reserved@stowage.example',
    firstName: 'Ольга',
    lastName: 'Новикова',
    house: '5',
    phone: '+79161234573',
  },
  new: {
    ...muscovite,
    email: 'new@stowage.example',
    firstName: 'Светлана',
    lastName: 'Ершова',
    house: '18',
    phone: '+79161234574',
  },
} as const satisfies Readonly<Record<string, DemoPerson>>
