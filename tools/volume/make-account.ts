import type { Running } from '@stowage/server/main'
import { createAccount, hashPassword } from '@stowage/server/modules/accounts/index'

/** Makes accounts of somebody in Berlin, all with this password: what it answers makes one and tells its id. */
export async function accountMaker({ platform }: Running, password: string) {
  // Once: by intent it takes a fair part of a second.
  const passwordHash = await hashPassword(password)
  return async (email: string, platformRole: 'superUser' | 'client'): Promise<string> => {
    const made = await platform.transact(
      async (tx) =>
        await createAccount(tx, {
          email,
          passwordHash,
          platformRole,
          language: 'de',
          accountType: 'individual',
          firstName: 'Katharina',
          lastName: 'Lagerfeld',
          country: 'DE',
          city: 'Berlin',
          address: 'Hauptstraße',
          house: '12',
          zip: '10115',
          phone: '+493012345',
          isAdult: true,
          at: platform.clock.now(),
        }),
    )
    return made.id
  }
}
