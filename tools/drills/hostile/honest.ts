import table from '../../../packages/api/permissions.json' with { type: 'json' }
import type { Random } from '../../demo/random.ts'
import type { House, Tenant } from '../../scenarios/house.fixture.ts'
import { roles, type Cast, type Role } from '../../scenarios/permissions.calls.ts'
import { callOf, calls } from '../../scenarios/permissions.rows.ts'

/** A call that is right as it stands, at records made for it. */
export interface HonestCall {
  readonly role: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>> | undefined
}

/** Who makes calls, by the name of the role. */
export type Persons = Readonly<Record<string, { readonly id: string; readonly token: string | undefined }>>

export interface Honest {
  /** By `callOf` of the endpoint. */
  readonly byCall: ReadonlyMap<string, readonly HonestCall[]>
  /** Those who own what some of the calls are about. */
  readonly owners: Persons
}

/** Who is let in: the owner where there is one, else whoever may do most. */
const ORDER: readonly Role[] = ['own', 'superUser', 'client', 'admin', 'staff', 'public']
const CALLERS: Readonly<Record<Role, string>> = {
  own: 'client',
  superUser: 'superUser',
  client: 'legal',
  admin: 'admin',
  staff: 'staff',
  public: 'public',
}

/**
 * How each row of permissions.json is done by who may do it, so often: what was deleted or is taken once stays so. Whoever adds a
 * call gives it a row there, and with it a call that gets to its end here.
 */
export async function makeHonest(
  house: House,
  tenants: readonly [Tenant, Tenant],
  times: number,
): Promise<Honest> {
  const [clara, leo] = tenants
  const cast: Cast = { house, clara, leo, nora: await house.documented() }
  const byCall = new Map<string, HonestCall[]>()
  const owners: Record<string, { id: string; token: string | undefined }> = {}
  for (const row of table.rows) {
    const key = `${row.method} ${row.path}`
    const make = calls[key]
    const role = ORDER.find((one) => row[one]?.startsWith('200'))
    if (make === undefined || role === undefined || !roles.includes(role)) continue
    const list = byCall.get(callOf(row.method, row.path)) ?? []
    byCall.set(callOf(row.method, row.path), list)
    for (let time = 0; time < times; time += 1) {
      const { url, body, headers = {}, as } = await make(cast, role)
      const person = as?.[role]
      const name = person ? `${key} ${time}` : CALLERS[role]
      if (person) owners[name] = { id: (person as Tenant).id, token: person.token }
      list.push({
        role: name,
        method: row.method,
        url: url.startsWith('/') ? url : `/api/${url}`,
        headers,
        body: body as HonestCall['body'],
      })
    }
  }
  return { byCall, owners }
}

const BOUNDARY = '----stowage'

/** A body as a browser's form sends it, a character for each byte: files are `{ type, base64 }`. */
export function asForm(
  random: Random,
  body: Readonly<Record<string, unknown>>,
): { readonly text: string; readonly type: string } {
  const parts = Object.entries(body).map(([name, value]) => {
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${latin1(name.replaceAll(/["\r\n]/g, ''))}"`
    const file = value as { type?: unknown; base64?: unknown } | null
    if (typeof file?.base64 === 'string') {
      const named = random.pick(['dot.png', '../../etc/passwd', 'a%00.svg', ''])
      return `${head}; filename="${named}"\r\nContent-Type: image/png\r\n\r\n${Buffer.from(file.base64, 'base64').toString('latin1')}\r\n`
    }
    return `${head}\r\n\r\n${latin1(typeof value === 'string' ? value : JSON.stringify(value))}\r\n`
  })
  return {
    text: `${parts.join('')}--${BOUNDARY}--\r\n`,
    type: `multipart/form-data; boundary=${BOUNDARY}`,
  }
}

const latin1 = (text: string): string => Buffer.from(text).toString('latin1')
