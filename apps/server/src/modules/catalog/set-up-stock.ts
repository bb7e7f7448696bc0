import type { Body } from '@stowage/api/endpoint'
import type { createStock as endpoint } from '@stowage/api/stocks'
import { limits } from '@stowage/domain/limits'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Author } from './author.ts'
import { checkDatabaseServer } from './check-stock.ts'
import { createStock } from './create-stock.ts'
import { givenFields } from './given-fields.ts'
import { lockPriceList } from './price-list-store.ts'
import { readSellers } from './seller-store.ts'
import type { StockDeps } from './stock-deps.ts'
import { readSettings, type StockSettings } from './stock-settings.ts'
import { readCodes, zoneOfCity } from './stock-store.ts'

/**
 * A stock out of a form. What the specification's form does not ask for is found: the only seller there is, the time zone of
 * the city's other stocks, a code for document numbers from the name; where it cannot be found, the field is missing (1003).
 * @throws Failure 1003, 1005, 6011, 6013, 9114 with the field
 */
export async function setUpStock(
  deps: StockDeps,
  tx: Tx,
  author: Author,
  body: Body<typeof endpoint>,
): Promise<StockSettings> {
  const {
    sellerId,
    timeZone,
    code,
    internalEquipments,
    legalUsersVatRate,
    individualUsersVatRate,
    dbServer,
    dbPort,
    dbName,
    dbUsername,
    dbPassword,
    dbKind,
    dbTakesCommands,
    externalId,
    ...same
  } = body
  // Two stocks made at once come one after the other: the second finds the code of the first.
  await lockPriceList(tx)
  const zone = timeZone ?? (await zoneOfCity(tx, body.cityId)) ?? fail(1003, { field: 'timeZone' })
  if (dbServer) checkDatabaseServer(dbServer, dbPort ?? null, deps.mayReachSource)
  const database = {
    server: dbServer || null,
    port: dbPort ?? null,
    name: dbName || null,
    username: dbUsername || null,
    password: dbPassword || null,
    kind: dbKind ?? null,
  }
  const id = await createStock(deps, tx, author, {
    ...givenFields(same),
    externalId: externalId || null,
    code: code ?? freeCode(body.name, await readCodes(tx)),
    sellerId: sellerId ?? (await onlySeller(tx)) ?? fail(1003, { field: 'sellerId' }),
    timeZone: zone,
    vat: (today) => [
      {
        validFrom: today,
        legalPercent: legalUsersVatRate ?? limits.defaultVatPercent,
        individualPercent: individualUsersVatRate ?? limits.defaultVatPercent,
      },
    ],
    equipment: internalEquipments ?? [],
    database: Object.values(database).some((value) => value !== null)
      ? { ...database, takesCommands: dbTakesCommands ?? false }
      : null,
  })
  return (await readSettings(deps, tx, id, 'superUser')) ?? fail(6006)
}

async function onlySeller(tx: Tx): Promise<string | undefined> {
  const sellers = await readSellers(tx)
  return sellers.length === 1 ? sellers[0]?.id : undefined
}

/** Each Cyrillic letter with the Latin ones for it. */
const cyrillic = new Map(
  'АA БB ВV ГG ДD ЕE ЁE ЖZH ЗZ ИI ЙI КK ЛL МM НN ОO ПP РR СS ТT УU ФF ХKH ЦTS ЧCH ШSH ЩSH Ъ ЫY Ь ЭE ЮYU ЯYA'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
)

/**
 * Up to four letters or digits of the name, with a number behind them where that is taken: "Mitte" → MITT, MITT2,
 * "Пресня" → PRES.
 */
export function freeCode(name: string, taken: ReadonlySet<string>): string {
  const letters = name
    .normalize('NFC')
    .toUpperCase()
    .replaceAll(/[А-ЯЁ]/g, (letter) => cyrillic.get(letter) ?? '')
    .normalize('NFD')
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, 4)
  const stem = letters.length >= 2 ? letters : 'ST'
  for (let number = 1; ; number += 1) {
    const code = number === 1 ? stem : `${stem}${number}`
    if (!taken.has(code)) return code
  }
}
