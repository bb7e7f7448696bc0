import { describe, expect, test } from 'vitest'
import {
  locksWay,
  processorsWay,
  pushWay,
  sourcesWay,
  webhooksWay,
  type OutgoingLists,
} from './outgoing-purposes.ts'

const none: OutgoingLists = {
  locksAllowedAddresses: [],
  sourcesAllowedAddresses: [],
  webhooksAllowedAddresses: [],
  processorsAllowedAddresses: [],
  pushHosts: [],
  pushStandIns: [],
}
const INNER = '10.8.0.5'

describe('B1: each purpose has a list of its own', () => {
  const ways = {
    locksAllowedAddresses: locksWay,
    sourcesAllowedAddresses: sourcesWay,
    webhooksAllowedAddresses: webhooksWay,
    processorsAllowedAddresses: processorsWay,
  } as const
  const names = Object.keys(ways) as (keyof typeof ways)[]

  test.each(names)('B1: %s opens its own purpose and no other', (listed) => {
    const lists = { ...none, [listed]: [INNER] }
    for (const name of names) {
      const way = ways[name](lists)
      expect([name, way.mayReach(INNER, 8443)]).toEqual([name, name === listed])
      expect([name, way.mayCall(`http://${INNER}:8443/`)]).toEqual([name, name === listed])
      expect([name, way.isNamedUrl(`https://${INNER}/`)]).toEqual([name, name === listed])
    }
    expect(pushWay(lists).mayCall(`https://${INNER}/`)).toBe(false)
  })
})

describe('B1: a push endpoint is https on 443 at a push service', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://autopush.dev.push.services.mozilla.com/abc',
    'https://web.push.apple.com/abc',
    'https://api.push.apple.com/abc',
    'https://db5p.notify.windows.com/w/?token=abc',
    'https://FCM.googleapis.com:443/fcm/send/abc',
  ])('B1: %s is taken', (endpoint) => {
    expect(pushWay(none).mayCall(endpoint)).toBe(true)
  })

  test.each([
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://user:word@fcm.googleapis.com/x',
    'https://user@fcm.googleapis.com/x',
    'https://fcm.googleapis.com./x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evilpush.apple.com.example/x',
    'https://notpush.apple.com.evil/x',
    'https://evil-notify.windows.com/x',
    'https://storage.googleapis.com/x',
    'https://push.example.com/1',
    'http://127.0.0.1:3193/api/v1/door/open?x=1',
    'http://127.0.0.1:5432/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://017700000001/',
    'https://127.1/',
    'https://8.8.8.8/',
    'https://localhost/',
    'https://printer.local/',
    'ftp://fcm.googleapis.com/x',
    'file:///etc/passwd',
    'nonsense',
  ])('B1: %s is refused, whatever is listed', (endpoint) => {
    const listed = ['127.0.0.1', '127.0.0.1:3193', '127.0.0.1:5432', '::1', '8.8.8.8', '10.0.0.8']
    const lists = {
      ...none,
      locksAllowedAddresses: listed,
      sourcesAllowedAddresses: listed,
      webhooksAllowedAddresses: listed,
      processorsAllowedAddresses: listed,
    }
    expect(pushWay(lists).mayCall(endpoint)).toBe(false)
  })

  test('B1: more hosts are the operator’s, and still https on 443', () => {
    const way = pushWay({ ...none, pushHosts: ['push.example.com', '*.up.example'] })
    expect(way.mayCall('https://push.example.com/1')).toBe(true)
    expect(way.mayCall('https://a.up.example/1')).toBe(true)
    expect(way.mayCall('https://up.example/1')).toBe(false)
    expect(way.mayCall('https://x.push.example.com/1')).toBe(false)
    expect(way.mayCall('http://push.example.com/1')).toBe(false)
    expect(way.mayCall('https://push.example.com:444/1')).toBe(false)
  })

  test('B1: a listed host whose name leads inside resolves to nothing, whatever is listed', async () => {
    const listed = ['127.0.0.1', '::1']
    const lists: OutgoingLists = { ...none, pushHosts: ['localhost'], locksAllowedAddresses: listed }
    const way = pushWay(lists)
    const said = await new Promise((done) =>
      way.lookup('https://localhost/1')('localhost', { all: true }, (error, found) =>
        done(error?.message ?? found),
      ),
    )
    expect(said).toBe('the name leads to an inner address')
  })

  test('B1: a stand-in of tests is its own address and port only', () => {
    const way = pushWay({ ...none, pushStandIns: ['http://127.0.0.1:4567'] })
    expect(way.mayCall('http://127.0.0.1:4567/send')).toBe(true)
    expect(way.mayCall('http://127.0.0.1:4568/send')).toBe(false)
    expect(way.mayCall('https://127.0.0.1:4567/send')).toBe(false)
    expect(way.mayCall('http://user@127.0.0.1:4567/send')).toBe(false)
  })
})
