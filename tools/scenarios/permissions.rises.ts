import { previewRises, serveRises } from '@stowage/api/rises'
import type { Cast, Make } from './permissions.calls.ts'

/** What a rise of five percent of a new tenant's rent comes to, as the superUser previews it. */
async function risen({ house }: Cast) {
  const tenant = await house.tenant()
  const { body } = await house.people.sofia.call(previewRises, {
    body: { contractIds: [tenant.contractId], how: 'percent', percent: 5 },
  })
  const [wish] = body
  return { contractId: tenant.contractId, rate: wish?.rate ?? 0, from: wish?.period?.from ?? '' }
}

/** How the rows of rent rises are tried. */
export const riseCalls: Readonly<Record<string, Make>> = {
  'GET rent-rises/candidates': ({ house }) => ({
    url: `rent-rises/candidates?stockId=${house.stock.stockId}`,
  }),
  'POST rent-rises/preview': ({ clara }) => ({
    url: 'rent-rises/preview',
    body: { contractIds: [clara.contractId], how: 'percent', percent: 5 },
  }),
  'GET rent-rises': ({ clara }) => ({ url: `rent-rises?ContractID=${clara.contractId}` }),
  'POST rent-rises': async (cast) => {
    const { contractId, rate, from } = await risen(cast)
    return { url: 'rent-rises', body: { items: [{ ContractID: contractId, rate, from }] } }
  },
  'DELETE rent-rises/{id}': async (cast) => {
    const { sofia } = cast.house.people
    const { body } = await sofia.call(serveRises, { body: { items: [await risen(cast)] } })
    return { url: `rent-rises/${body[0]?.id ?? ''}` }
  },
}
