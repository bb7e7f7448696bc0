import { expect, type APIRequestContext } from '@playwright/test'
import { demo, demoPassword } from '../people.ts'

/** Somebody of the staff who speaks to the server without a screen: sets a journey's scene and looks at what is kept. */
export interface Desk {
  readonly read: <Body>(path: string) => Promise<Body>
  readonly write: <Body = { _id: string }>(path: string, data: object) => Promise<Body>
}

export async function openDesk(request: APIRequestContext): Promise<Desk> {
  const login = await request.post('/api/auth/login', {
    data: { email: demo.superUser, password: demoPassword },
  })
  const { token } = (await login.json()) as { token: string }
  const headers = { Authorization: `Bearer ${token}` }
  return {
    read: async <Body>(path: string): Promise<Body> =>
      (await (await request.get(`/api/${path}`, { headers })).json()) as Body,
    write: async <Body>(path: string, data: object): Promise<Body> => {
      const answer = await request.post(`/api/${path}`, { headers, data })
      expect(answer.status(), await answer.text()).toBe(200)
      return (await answer.json()) as Body
    },
  }
}

/** A stock beside the demo's, without boxes and maps. @returns its id */
export async function newStock({ read, write }: Desk, name: string, more: object = {}): Promise<string> {
  const stocks = await read<{ _id: string; cityId: string; name: string }[]>('stocks')
  const neighbour = stocks.find((one) => one.name === 'Moabit')
  if (neighbour === undefined) throw new Error('the demo has no Moabit')
  const { sellerId } = await read<{ sellerId: string }>(`stocks/${neighbour._id}`)
  const { _id } = await write('stocks', {
    name,
    cityId: neighbour.cityId,
    sellerId,
    address: 'Planstraße 1',
    zip: '10559',
    phone: '+49303',
    currency: 'EUR',
    maxContractDuration: 11,
    timeZone: 'Europe/Berlin',
    boxRenting: true,
    ...more,
  })
  return _id
}
