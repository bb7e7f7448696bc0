import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { sent } from './call.ts'

const asGzip = promisify(gzip)
const asBrotli = promisify(brotliCompress)

/** A JSON answer as it was made. */
export interface MadeAnswer {
  readonly json: string
  /** The span of business time in which it is right as long as nothing happens: a day's VAT, a day's debts. */
  readonly right?: { readonly from: Temporal.Instant; readonly until: Temporal.Instant }
}

/** An answer kept as the bytes that go out. */
export interface KeptAnswer {
  readonly etag: string
  readonly plain: Buffer
  packed(encoding: 'br' | 'gzip'): Promise<Buffer>
}

interface Entry extends KeptAnswer {
  readonly from: number
  readonly until: number
  readonly madeAt: number
}

export interface KeptAnswers {
  /**
   * The answer of this name in this group, made once for all who ask at the same time; undefined when `make` finds nothing,
   * which is not kept.
   */
  get(
    group: string,
    name: string,
    make: () => Promise<MadeAnswer | undefined>,
  ): Promise<KeptAnswer | undefined>
  /** Whoever asks from now on gets one made from now on; one in the making still goes to those who asked before. */
  drop(group: string, name?: string): void
  /** Drops this name in every group. */
  dropEverywhere(name: string): void
}

interface Options {
  readonly clock: Pick<Clock, 'now'>
  /** Bytes of all answers as made; beyond them the group made longest ago goes. */
  readonly maxBytes?: number
  /** An answer is made anew after this time even when nobody said that it changed: a lost event stream must not keep it. */
  readonly maxAgeMs?: number
}

/**
 * Answers that are made once per change instead of once per request. They are dropped by what has changed, not compared by
 * a version: ids of events are not ordered by commit, so two states can share "the last event". For the same reason
 * the ETag is made from the bytes: it is equal exactly when the answer is, in every process.
 */
export function createKeptAnswers(options: Options): KeptAnswers {
  const maxBytes = options.maxBytes ?? 64 * 1024 * 1024
  const maxAgeMs = options.maxAgeMs ?? 60_000
  const groups = new Map<string, Map<string, Promise<Entry | undefined>>>()
  const sizes = new Map<Promise<Entry | undefined>, number>()
  let bytes = 0

  function forget(group: string, name: string, entry?: Promise<Entry | undefined>): void {
    const names = groups.get(group)
    const found = names?.get(name)
    if (names === undefined || found === undefined || (entry !== undefined && found !== entry)) return
    names.delete(name)
    if (names.size === 0) groups.delete(group)
    bytes -= sizes.get(found) ?? 0
    sizes.delete(found)
  }

  function start(
    group: string,
    name: string,
    make: () => Promise<MadeAnswer | undefined>,
  ): Promise<Entry | undefined> {
    const entry = make().then((made) => made && keep(made))
    const names = groups.get(group) ?? new Map<string, Promise<Entry | undefined>>()
    names.set(name, entry)
    groups.set(group, names)
    entry.then(
      (kept) => {
        if (kept === undefined) forget(group, name, entry)
        if (kept === undefined || groups.get(group)?.get(name) !== entry) return
        sizes.set(entry, kept.plain.length)
        bytes += kept.plain.length
        for (const [oldest, its] of groups) {
          if (bytes <= maxBytes || oldest === group) break
          for (const other of its.keys()) forget(oldest, other)
        }
      },
      () => forget(group, name, entry),
    )
    return entry
  }

  const isRight = (entry: Entry): boolean => {
    const now = options.clock.now().epochMilliseconds
    return now >= entry.from && now < entry.until && performance.now() - entry.madeAt < maxAgeMs
  }

  return {
    async get(group, name, make) {
      const found = groups.get(group)?.get(name)
      if (found !== undefined) {
        const entry = await found
        if (entry !== undefined && isRight(entry)) return entry
        forget(group, name, found)
      }
      // Somebody else may have begun a newer one while this call waited for the older.
      return await (groups.get(group)?.get(name) ?? start(group, name, make))
    },
    drop(group, name) {
      for (const each of name === undefined ? [...(groups.get(group)?.keys() ?? [])] : [name])
        forget(group, each)
    },
    dropEverywhere(name) {
      for (const group of groups.keys()) forget(group, name)
    },
  }
}

function keep(made: MadeAnswer): Entry {
  const plain = Buffer.from(made.json)
  const packed = new Map<'br' | 'gzip', Promise<Buffer>>()
  return {
    // Weak: the same answer has the same tag packed and unpacked.
    etag: `W/"${createHash('sha1').update(plain).digest('base64url')}"`,
    plain,
    packed(encoding) {
      const known = packed.get(encoding)
      if (known) return known
      const packing =
        encoding === 'gzip'
          ? asGzip(plain, { level: 6 })
          : asBrotli(plain, {
              params: {
                [constants.BROTLI_PARAM_QUALITY]: 5,
                [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
                [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
              },
            })
      packed.set(encoding, packing)
      return packing
    },
    from: made.right?.from.epochMilliseconds ?? -Infinity,
    until: made.right?.until.epochMilliseconds ?? Infinity,
    madeAt: performance.now(),
  }
}

/** Below this nothing is won by packing. */
const WORTH_PACKING = 1024

/**
 * Answers with kept bytes: 304 when the caller has them, otherwise packed as the caller accepts.
 * @param personal holds what not everybody may read: no cache on the way or on disk keeps it
 */
export async function sendKept(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  answer: KeptAnswer,
  personal = false,
): Promise<typeof sent> {
  reply
    .header('ETag', answer.etag)
    .header('Cache-Control', personal ? 'no-store' : 'no-cache')
    .header('Vary', 'Accept-Encoding, Authorization')
  if (hasIt(request.headers['if-none-match'], answer.etag)) {
    reply.code(304).send()
    return sent
  }
  const encoding =
    answer.plain.length < WORTH_PACKING ? undefined : accepted(request.headers['accept-encoding'])
  const bytes = encoding === undefined ? answer.plain : await answer.packed(encoding)
  if (encoding !== undefined) reply.header('Content-Encoding', encoding)
  reply.type('application/json; charset=utf-8').send(bytes)
  return sent
}

/** Whether If-None-Match names this answer; tags are compared weakly, as RFC 9110 asks for GET. */
export function hasIt(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque)
}

/** The better of brotli and gzip that the caller takes; `;q=0` refuses one. */
export function accepted(header: string | string[] | undefined): 'br' | 'gzip' | undefined {
  if (header === undefined) return undefined
  const weights = new Map<string, number>()
  for (const part of String(header).split(',')) {
    const [name = '', ...parameters] = part.split(';')
    const weight = parameters
      .map((parameter) => /^\s*q=([\d.]+)\s*$/i.exec(parameter)?.[1])
      .find((value) => value !== undefined)
    weights.set(name.trim().toLowerCase(), weight === undefined ? 1 : Number(weight))
  }
  const takes = (name: string): boolean => (weights.get(name) ?? weights.get('*') ?? 0) > 0
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : undefined
}
