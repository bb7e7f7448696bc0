import type { Running } from '@stowage/server/main'
import { Desk, raise } from './desk.ts'
import { fillMonths } from './fill-months.ts'
import { fillPeople } from './fill-people.ts'
import { fillStocks } from './fill-stocks.ts'

/**
 * Fills the demo company: a script of use cases at past dates on the moved clock, not inserted rows, the same every time
 * for a given day. Mails of the past are not sent. It ends with business time unmoved.
 */
export async function fillDemo(
  running: Running,
  options: { say?: (text: string) => void } = {},
): Promise<void> {
  const desk = new Desk(running)
  running.modules.messaging.mute(true)
  try {
    await desk.at(-330)
    desk.superUser = await desk.as(await hireOffice(desk))
    const filled = await fillStocks(running)
    await hireManager(desk, filled[0]?.id ?? raise('there is no stock'))
    await fillMonths(desk, filled, options.say ?? (() => undefined))
    await desk.at(0)
    await fillPeople(desk, filled)
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
