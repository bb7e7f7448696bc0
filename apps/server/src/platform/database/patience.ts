import { unpaced } from '../pace/pacer.ts'

/**
 * Who is to blame where a row of a job fails: the `database`, which is away, overloaded or going down, so that every other row would
 * fail as well; the `row`; or `unclear`, which may be this row's own (a lock that somebody holds, a statement that takes too
 * long) or everybody's (a table that is not as we think).
 */
export type Blame = 'database' | 'row' | 'unclear'

// 08 connection, 53 no resources, 57P01–57P05 going down, 58 disk, 3D no such database, 28 not let in.
const DATABASE = /^(08|53|58|3D|28).{3}$|^57P0.$/
// 21 and 22 values, 23 constraints, 44 views, 54 too large, P0 raised by a trigger or a function, XX001 and XX002 broken pages.
const ROW = /^(21|22|23|44|54|P0).{3}$|^XX00[12]$/
const SQLSTATE = /^[0-9A-Z]{5}$/
const SOCKET = /^(ECONN[A-Z]+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
const CLIENT =
  /Connection terminated|timeout exceeded|Client has encountered|Cannot use a pool|Client was closed/

export function blameOf(error: unknown): Blame {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown }
  if (typeof code === 'string') {
    if (SOCKET.test(code) || DATABASE.test(code)) return 'database'
    if (SQLSTATE.test(code)) return ROW.test(code) ? 'row' : 'unclear'
  }
  return typeof message === 'string' && CLIENT.test(message) ? 'database' : 'row'
}

/** So many in a row without one that went well are no accident of theirs. */
const AT_MOST = 10

export interface Patience {
  /** Does one row's work. @returns true where it went well; false where it failed and `failed` was told @throws what ends the turn */
  alone(deed: () => Promise<unknown>, failed: (error: unknown) => void): Promise<boolean>
  /** A row went well. */
  went(): void
  /** A row failed and is passed by. @throws the error where the turn ends with it */
  bear(error: unknown): void
}

/**
 * Makes what one turn of a job bears: a row that fails by itself keeps no other from its turn, however many there are; a database
 * that is away ends it at once, and so do `atMost` failures in a row of which nobody knows whose they are, and a process that stops.
 * @param pace whose steps the rows are, one each
 */
export function createPatience(atMost = AT_MOST, stopping?: AbortSignal, pace = unpaced): Patience {
  let unclear = 0
  const went = (): void => {
    unclear = 0
  }
  const bear = (error: unknown): void => {
    const blame = blameOf(error)
    if (blame === 'row') return
    unclear += 1
    if (blame === 'database' || unclear >= atMost) throw error
  }
  return {
    went,
    bear,
    async alone(deed, failed) {
      // The process goes down: what was done stays, the next turn anywhere does the rest.
      stopping?.throwIfAborted()
      try {
        await pace.step(1, deed)
      } catch (error) {
        // It stopped while this row waited for its turn.
        if (stopping?.aborted === true && error === stopping.reason) throw error
        bear(error)
        failed(error)
        return false
      }
      went()
      return true
    },
  }
}
