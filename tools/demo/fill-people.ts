import sharp from 'sharp'
import * as accounts from '@stowage/api/accounts'
import { must, raise, type Desk } from './desk.ts'
import type { FilledBox, FilledStock } from './fill-stocks.ts'
import { endingIn, freeBoxes, handIn, rentAs, reserve } from './rent.ts'

/** The people with names, in the state in which they are met today. */
export async function fillPeople(desk: Desk, filled: readonly FilledStock[]): Promise<void> {
  const photo = (
    await sharp({ create: { width: 640, height: 420, channels: 3, background: '#dfe7e6' } })
      .jpeg()
      .toBuffer()
  ).toString('base64')
  const free = await freeBoxes(desk, filled[0] as FilledStock)
  const next = (): FilledBox => free.shift() ?? raise('no free box is left')
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
  await desk.at(-62)
  const client = await desk.account(
    {
      ...base,
      email: 'client@stowage.example',
      firstName: 'Анна',
      lastName: 'Соколова',
      phone: '+79161234567',
    },
    'client',
  )
  await handIn(desk, client, photo, true)
  await rentAs(desk, client, filled[0] as FilledStock, next(), { months: 6, period: 6, insurance: true })
  const debtor = await desk.account(
    {
      ...base,
      email: 'debtor@stowage.example',
      firstName: 'Борис',
      lastName: 'Кравцов',
      phone: '+79161234568',
    },
    'client',
  )
  await handIn(desk, debtor, photo, true)
  desk.noPay.add(
    await rentAs(desk, debtor, filled[0] as FilledStock, next(), { months: 6, period: 1, insurance: false }),
  )

  const ending = await desk.account(
    {
      ...base,
      email: 'ending@stowage.example',
      firstName: 'Елена',
      lastName: 'Журавлёва',
      phone: '+79161234569',
    },
    'client',
  )
  await handIn(desk, ending, photo, true)
  const moabit = filled[2] as FilledStock
  const legal = await desk.account(
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
  await handIn(desk, legal, photo, true)
  await rentAs(desk, legal, moabit, (await freeBoxes(desk, moabit))[0] ?? raise('no free box'), {
    months: 11,
    period: 11,
    insurance: true,
  })
  const entrepreneur = await desk.account(
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
  await handIn(desk, entrepreneur, photo, true)
  await rentAs(desk, entrepreneur, filled[0] as FilledStock, next(), {
    months: 3,
    period: 3,
    insurance: false,
  })
  await endingIn(desk, ending, filled[0] as FilledStock, next(), 5)

  // The monthly invoices since then: paid by all but the debtor.
  for (const day of [-31, -14, -1]) {
    await desk.at(day)
    await desk.payOpenInvoices()
  }
  await desk.at(-1)
  const waiting = await desk.account(
    {
      ...base,
      email: 'unverified@stowage.example',
      firstName: 'Мария',
      lastName: 'Лебедева',
      phone: '+79161234571',
    },
    'client',
  )
  await handIn(desk, waiting, photo, false)
  await rentAs(desk, waiting, filled[0] as FilledStock, next(), {
    months: 3,
    period: 1,
    insurance: false,
    pay: false,
  })
  const rejected = await desk.account(
    {
      ...base,
      email: 'rejected@stowage.example',
      firstName: 'Игорь',
      lastName: 'Морозов',
      phone: '+79161234572',
    },
    'client',
  )
  await handIn(desk, rejected, photo, true)
  await rentAs(desk, rejected, filled[0] as FilledStock, next(), { months: 3, period: 3, insurance: false })
  must(
    await desk.superUser.call(accounts.rejectDocument, {
      params: { id: rejected, document: `${rejected}_selfie` },
      body: { reason: 'На фотографии не видно лица целиком' },
    }),
    'a document could not be rejected',
  )
  const reserving = await desk.account(
    {
      ...base,
      email: 'reserved@stowage.example',
      firstName: 'Ольга',
      lastName: 'Новикова',
      phone: '+79161234573',
    },
    'client',
  )
  const { body } = await reserve(desk, reserving, filled[0] as FilledStock, next())
  if (!body.id) raise('a box could not be reserved')
  await desk.account(
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
