import { login, refresh } from '@stowage/api/accounts'
import type { Answer } from '@stowage/api/endpoint'
import { PASSWORD } from './people.ts'
import type { Person, Reply, World } from './world.ts'

export interface Browser {
  /** Cookies by name as the browser holds them now. */
  readonly cookies: Map<string, string>
  /** The last answer's Set-Cookie lines. */
  readonly setCookies: string[]
  /** A call with the cookies of this browser and, if given, an access token. */
  send(method: string, url: string, body?: unknown, token?: string): Promise<Reply<unknown>>
  signIn(email: string, password?: string): Promise<Reply<Answer<typeof login>>>
  /** @param expired the access token that is sent along as the expired one; none if not given */
  refresh(expired?: string): Promise<Reply<Answer<typeof refresh>>>
  person(token: string): Person
}

/** A browser of its own: keeps cookies between calls, as one profile on one device does. */
export function createBrowser(world: World, given: ReadonlyMap<string, string> = new Map()): Browser {
  const cookies = new Map(given)
  let setCookies: string[] = []
  const send: Browser['send'] = async (method, url, body, token) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await world.person(token).send(method, url, body, cookie === '' ? {} : { cookie })
    setCookies = ([] as string[]).concat((reply.headers['set-cookie'] as string | string[] | undefined) ?? [])
    for (const line of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return reply
  }
  return {
    cookies,
    get setCookies() {
      return setCookies
    },
    send,
    signIn: async (email, password = PASSWORD) =>
      (await send('POST', login.path, { email, password })) as Reply<Answer<typeof login>>,
    refresh: async (expired) =>
      (await send('POST', refresh.path, expired === undefined ? {} : { expiredToken: expired })) as Reply<
        Answer<typeof refresh>
      >,
    person: (token) => world.person(token),
  }
}
