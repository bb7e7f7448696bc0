import { Failure, type FailureDetails } from '../../platform/failure.ts'
import type { ErrorCode } from '@stowage/api/errors'

/** Turns a broken constraint of the database into its error code; every other error stays what it is. */
export async function refusing<T>(
  action: Promise<T>,
  refusals: Readonly<Record<string, readonly [ErrorCode, FailureDetails]>>,
): Promise<T> {
  try {
    return await action
  } catch (error) {
    throw refused(error, refusals)
  }
}

/** What an error means; itself where it means nothing special. */
export function refused(
  error: unknown,
  refusals: Readonly<Record<string, readonly [ErrorCode, FailureDetails]>>,
): unknown {
  const { constraint } = error as { constraint?: string }
  const refusal = constraint === undefined ? undefined : refusals[constraint]
  return refusal ? new Failure(refusal[0], { ...refusal[1], cause: error }) : error
}
