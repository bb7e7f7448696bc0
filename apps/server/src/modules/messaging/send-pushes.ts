import { setTimeout } from 'node:timers/promises'
import { machineNow } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { pushWay } from '../../platform/outgoing-purposes.ts'
import { postPush } from './post-push.ts'
import type { PushKey } from './push-key.ts'
import {
  endPush,
  forgetSubscription,
  noteAnswer,
  noteTimeout,
  postponePush,
  takeDuePush,
  type DuePush,
} from './push-store.ts'
import { toldAs } from './told.ts'

const LEASE_SECONDS = 60
/** About two hours; what is older is in the inbox, and no phone should ring for it. */
const MAX_ATTEMPTS = 8
const TTL_SECONDS = 24 * 3600

/** Several at a time, so that a service that is slow to answer keeps nobody else waiting: */
const AT_ONCE = 8
/** of one reader one, and of one service half of them (all readers of a browser's maker share its service). */
const OF_ONE_HOST = 4
/** A quarter of an hour without an answer: nobody is there. */
const MAX_TIMEOUTS = 6
const LOOK_AGAIN_MS = 1000

/**
 * Job: tells browsers what their readers have asked to be told (RFC 8030, 8291): one sentence and a page, no figure, no name.
 * A browser that is gone is forgotten; a push service that is away is asked again at growing distances.
 * @param signal when the process stops, what is under way is given up and left to the next one
 * @returns how many were taken
 */
export async function sendPushes(
  platform: Platform,
  keyOf: () => Promise<PushKey>,
  signal: AbortSignal,
): Promise<number> {
  const running = new Map<string, { readonly host: string; readonly done: Promise<void> }>()
  let sent = 0
  try {
    for (;;) {
      const isFull = signal.aborted || running.size >= AT_ONCE
      const push = isFull
        ? undefined
        : await takeDuePush(platform.db, machineNow(), LEASE_SECONDS, busyOf(running))
      if (push) {
        const { accountId, host } = push
        const done = tell(platform, keyOf, push, signal).then((isTaken) => {
          running.delete(accountId)
          sent += Number(isTaken)
        })
        running.set(accountId, { host, done })
      } else if (running.size === 0) return sent
      else await Promise.race([...[...running.values()].map(({ done }) => done), lookAgain()])
    }
  } finally {
    await Promise.allSettled([...running.values()].map(({ done }) => done))
  }
}

/** While some are under way others become due. */
const lookAgain = async (): Promise<void> => await setTimeout(LOOK_AGAIN_MS, undefined, { ref: false })

function busyOf(running: ReadonlyMap<string, { readonly host: string }>): {
  accounts: string[]
  hosts: string[]
} {
  const all = [...running.values()].map(({ host }) => host)
  const hosts = [...new Set(all)].filter((host) => all.filter((one) => one === host).length >= OF_ONE_HOST)
  return { accounts: [...running.keys()], hosts }
}

/** @returns whether the push service has taken it */
async function tell(
  platform: Platform,
  keyOf: () => Promise<PushKey>,
  push: DuePush,
  signal: AbortSignal,
): Promise<boolean> {
  const { config, db, log } = platform
  // Saved before the list was narrower: such a browser subscribes again, at a service that is known.
  if (!pushWay(config).mayCall(push.endpoint)) {
    await forgetSubscription(db, push.subscriptionId)
    return false
  }
  let status: number | 'late' = 0
  try {
    status = await post(platform, push, await keyOf(), signal)
  } catch (error) {
    if (!signal.aborted)
      log.warn({ err: error, subscription: push.subscriptionId }, 'a push could not be sent')
  }
  if (status === 'late') {
    await noteTimeout(db, push.subscriptionId, machineNow(), MAX_TIMEOUTS)
    if (push.attempts >= MAX_ATTEMPTS) await endPush(db, push)
    return false
  }
  if (status !== 0) await noteAnswer(db, push.subscriptionId)
  if (status >= 200 && status < 300) {
    await endPush(db, push)
    return true
  }
  if (status === 404 || status === 410) await forgetSubscription(db, push.subscriptionId)
  else if (status === 0 && signal.aborted) await postponePush(db, push, machineNow())
  // Refused for good (too large, not our key): the same again would be refused again.
  else if ((status >= 400 && status < 500 && status !== 429) || push.attempts >= MAX_ATTEMPTS)
    await endPush(db, push)
  else await postponePush(db, push, machineNow().add({ seconds: 30 * 2 ** (push.attempts - 1) }))
  return false
}

async function post(
  { config }: Pick<Platform, 'config'>,
  push: DuePush,
  key: PushKey,
  signal: AbortSignal,
): Promise<number | 'late'> {
  const { default: webPush } = await import('web-push')
  const { endpoint, p256dh, auth, kind, accountId, language } = push
  const { title, path } = toldAs(kind, accountId, language)
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify({ title, path, tag: kind }),
    {
      TTL: TTL_SECONDS,
      contentEncoding: 'aes128gcm',
      vapidDetails: {
        subject: config.publicUrl.startsWith('https:') ? config.publicUrl : 'mailto:push@stowage.example',
        ...key,
      },
    },
  )
  return await postPush(config, endpoint, headers, body, signal)
}
