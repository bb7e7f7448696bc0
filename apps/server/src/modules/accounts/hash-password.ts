import { hash, verify } from '@node-rs/argon2'
import { createTurns } from '../../platform/take-turns.ts'

// argon2id (the library's default) as OWASP advises: 19 MiB, two passes, one lane; about 18 ms of a core.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

const inTurn = createTurns({ atOnce: 2, waiting: 50 })

/** The same password typed on a Mac and on Windows may come in two Unicode forms. */
const normal = (password: string): string => password.normalize('NFC')

/** A PHC string to be stored. @throws Failure 9129 when too many are waiting */
export async function hashPassword(password: string): Promise<string> {
  return await inTurn(() => hash(normal(password), COST))
}

let nobodysHash: Promise<string> | undefined

/**
 * Whether the password fits. Without a hash (unknown e-mail, account without a password) the same work is done against
 * a hash that fits nothing, so that time does not tell who is known.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await (nobodysHash ??= hash(crypto.randomUUID(), COST)))
  const fits = await inTurn(() => verify(against, normal(password)))
  return stored !== null && fits
}
