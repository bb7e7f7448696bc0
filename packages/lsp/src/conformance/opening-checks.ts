import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { CommandAnswer, SiteEvent } from '../messages.ts'
import { commandFor, comesTrue, must, seenIn, type Check, type Subject } from './subject.ts'

const TOLD_WITHIN_MS = 5000
const DONE: ReadonlySet<unknown> = new Set(['opened', 'sent'])

async function eventsAfter({ call }: Subject, seq: number): Promise<readonly SiteEvent[]> {
  const { body } = await call('GET', `/v1/events?after=${seq}&limit=500`)
  const read = z.safeParse(z.array(SiteEvent), body['events'])
  return read.success ? read.data : []
}

function mustBePulsed(subject: Subject, lockId: string, times: number): void {
  const pulses = subject.pulses?.(lockId) ?? times
  must(pulses === times, `the hardware was given ${pulses} pulses instead of ${times}`)
}

/** Section 3: a command is carried out once or never, and never late. One opening of the lock is all that these need. */
export const openingChecks: readonly Check[] = [
  {
    section: 'refused commands',
    says: 'A command that came too late is kept as refused_expired and opens nothing, also when it is sent again with a later end.',
    async run(subject) {
      const path = `/v1/locks/${subject.lockId}/open`
      const commandId = randomUUID()
      const late = await subject.call('POST', path, commandFor(commandId, -1000))
      must(late.status === 200 && late.body['result'] === 'refused_expired', seenIn(late))
      const again = await subject.call('POST', path, commandFor(commandId, 5000))
      must(isDeepStrictEqual(again.body, late.body), `again: ${seenIn(again)}`)
      mustBePulsed(subject, subject.lockId, 0)
    },
  },
  {
    section: 'refused commands',
    says: 'What a command says beyond the protocol is passed over.',
    async run(subject) {
      const command = { ...commandFor(randomUUID(), -1000), colour: 'green' }
      const reply = await subject.call('POST', `/v1/locks/${subject.lockId}/open`, command)
      must(reply.status === 200 && reply.body['result'] === 'refused_expired', seenIn(reply))
    },
  },
  {
    section: 'opening',
    says: 'A command that comes twice at once gives one pulse, and both hear the same answer within three seconds.',
    async run(subject, noted) {
      const command = commandFor()
      const path = `/v1/locks/${subject.lockId}/open`
      const begun = performance.now()
      const [one, other] = await Promise.all([
        subject.call('POST', path, command),
        subject.call('POST', path, command),
      ])
      const took = performance.now() - begun
      const read = z.safeParse(CommandAnswer, one.body)
      must(one.status === 200 && read.success && DONE.has(read.data.result), seenIn(one))
      must(read.data.commandId === command['commandId'], `the answer to another command: ${seenIn(one)}`)
      must(isDeepStrictEqual(one.body, other.body), `one ${seenIn(one)}, the other ${seenIn(other)}`)
      must(took <= 3000, `the answer took ${Math.round(took)} ms`)
      noted.commandId = read.data.commandId
      noted.answer = one.body
      mustBePulsed(subject, subject.lockId, 1)
    },
  },
  {
    section: 'opening',
    says: 'The same command again hears the same answer, to the moment of it, and gives no second pulse.',
    async run(subject, { commandId = '', answer = {} }) {
      must(commandId !== '', 'nothing was opened before')
      const path = `/v1/locks/${subject.lockId}/open`
      for (const command of [commandFor(commandId), commandFor(commandId, -5000)]) {
        const again = await subject.call('POST', path, command)
        must(again.status === 200 && isDeepStrictEqual(again.body, answer), seenIn(again))
      }
      mustBePulsed(subject, subject.lockId, 1)
    },
  },
  {
    section: 'opening',
    says: 'GET /v1/commands/{id} answers what became of it.',
    async run(subject, { commandId = '', answer = {} }) {
      const reply = await subject.call('GET', `/v1/commands/${commandId}`)
      must(reply.status === 200 && isDeepStrictEqual(reply.body, answer), seenIn(reply))
    },
  },
  {
    section: 'opening',
    says: 'The same command for another lock, or as another deed, is answered with 409.',
    async run(subject, { commandId = '' }) {
      for (const path of [
        `/v1/equipment/${subject.lockId}/run`,
        ...(subject.equipmentId === undefined ? [] : [`/v1/equipment/${subject.equipmentId}/run`]),
      ]) {
        const reply = await subject.call('POST', path, commandFor(commandId))
        must(reply.status === 409, `${path}: ${seenIn(reply)}`)
      }
    },
  },
  {
    section: 'opening',
    says: 'Another command right behind gives no pulse: the lock is open (already_open), or it is too soon (409).',
    async run(subject) {
      const reply = await subject.call('POST', `/v1/locks/${subject.lockId}/open`, commandFor())
      const isOpen = reply.status === 200 && reply.body['result'] === 'already_open'
      must(isOpen || reply.status === 409, seenIn(reply))
      mustBePulsed(subject, subject.lockId, 1)
    },
  },
  {
    section: 'events',
    says: 'A door that opened by a command is told once, with the command and source "remote", within five seconds.',
    needs: ({ lockId }) => lockId !== '',
    async run(subject, { commandId, answer = {}, seqBefore = 0 }) {
      must(
        answer['result'] === 'opened',
        `no contact saw it open (${String(answer['result'])}): nothing is told of it`,
      )
      let told: readonly SiteEvent[] = []
      await comesTrue(async () => {
        const events = await eventsAfter(subject, seqBefore)
        told = events.filter(({ type, lockId }) => type === 'lock.opened' && lockId === subject.lockId)
        return told.length > 0
      }, TOLD_WITHIN_MS)
      must(told.length === 1, `lock.opened was told ${told.length} times`)
      const [event] = told
      must(event?.commandId === commandId && event?.source === 'remote', JSON.stringify(event))
    },
  },
  {
    section: 'opening',
    says: 'Equipment runs once by one command, and equipment.ran is told with it.',
    needs: ({ equipmentId }) => equipmentId !== undefined,
    async run(subject, noted) {
      const id = subject.equipmentId ?? ''
      const command = commandFor()
      const { commandId } = command
      const reply = await subject.call('POST', `/v1/equipment/${id}/run`, command)
      must(reply.status === 200 && DONE.has(reply.body['result']), seenIn(reply))
      const again = await subject.call('POST', `/v1/equipment/${id}/run`, command)
      must(isDeepStrictEqual(again.body, reply.body), `again: ${seenIn(again)}`)
      mustBePulsed(subject, id, 1)
      const isTold = await comesTrue(async () => {
        const events = await eventsAfter(subject, noted.seqBefore ?? 0)
        return events.some((event) => event.type === 'equipment.ran' && event.commandId === commandId)
      }, TOLD_WITHIN_MS)
      must(isTold, 'equipment.ran was not told within five seconds')
    },
  },
]
