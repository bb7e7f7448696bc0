import type { Running } from '@stowage/server/main'
import { Desk, raise } from './desk.ts'
import { formerTenants, monthsOf } from './fill-months.ts'
import { peopleOf } from './fill-people.ts'
import { requestsOf } from './fill-requests.ts'
import { fillStocks } from './fill-stocks.ts'
import { play } from './script.ts'
import { Vacancies } from './vacancies.ts'

/** Before the first box is let: the house is built, and its people are hired. */
const FIRST_DAY = -330

/**
 * Fills the demo company: a script of use cases at past dates on the moved clock, not inserted rows, in the order of time and
 * the same every time for a given day. Mails of the past are not sent. It ends with business time unmoved.
 */
export async function fillDemo(running: Running): Promise<void> {
  const desk = new Desk(running)
  running.modules.messaging.mute(true)
  try {
    await desk.at(FIRST_DAY)
    desk.superUser = await desk.as(await hireOffice(desk))
    const filled = await fillStocks(running)
    await hireManager(desk, filled[0]?.id ?? raise('there is no stock'))
    const vacancies = new Vacancies()
    await play(desk, [
      ...monthsOf(desk, filled, vacancies),
      ...formerTenants(desk, filled, vacancies),
      ...(await peopleOf(desk, filled, vacancies)),
      ...requestsOf(desk, filled),
    ])
    await desk.now()
  } finally {
    running.modules.messaging.mute(false)
    await running.moveClock({ offsetMs: 0 })
  }
}

const OFFICE = {
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

async function hireOffice(desk: Desk): Promise<string> {
  const id = await desk.account(
    { ...OFFICE, email: 'super@stowage.example', firstName: 'Вера', lastName: 'Орлова' },
    'superUser',
  )
  await desk.account(
    { ...OFFICE, email: 'admin@stowage.example', firstName: 'Олег', lastName: 'Зимин' },
    'staff',
    { roleAlias: 'admin' },
  )
  return id
}

/** The manager of a stock. */
async function hireManager(desk: Desk, stockId: string): Promise<void> {
  await desk.account(
    {
      ...OFFICE,
      email: 'manager@stowage.example',
      firstName: 'Денис',
      lastName: 'Громов',
      phone: '+74951204419',
    },
    'staff',
    { roleAlias: 'manager', stockId },
  )
}
