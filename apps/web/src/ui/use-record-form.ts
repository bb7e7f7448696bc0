import { useState } from 'react'
import type * as z from 'zod/mini'
import { isApiError } from '../client/index.ts'
import type { Issue } from './issues.ts'
import { tidyPhones } from './tidy-phones.ts'
import { useApiForm, type ApiForm } from './use-api-form.ts'

interface Dated {
  readonly updated?: string | null | undefined
}

interface RecordFormInput<R extends Dated, V> {
  /** As it was read last. */
  readonly record: R
  /** What the form holds of it. */
  readonly valuesOf: (record: R) => V
  /** The schema of the body that changes it. */
  readonly schema: z.core.$ZodType
  /** What travels of the changed values, where that is not the values themselves. */
  readonly toBody?: (changes: Partial<V>, values: V) => object
  /** A rule over several fields; see `useApiForm`. */
  readonly across?: (values: V) => readonly Issue[]
  readonly lengths?: Readonly<Partial<Record<string, readonly [number, number]>>>
  /** See `useApiForm`. */
  readonly formats?: Readonly<Partial<Record<string, string>>>
  /** Asked before anything is sent; a no leaves everything as it is. */
  readonly confirm?: (values: V) => Promise<boolean>
  /** Sends the changes with the time of what they are based on. @returns the record as it is now */
  readonly save: (body: object, updated: string | null) => Promise<R>
  /** Reads the record anew, after somebody else has changed it. */
  readonly reread: () => Promise<R>
}

interface RecordForm<V> extends ApiForm<V> {
  /** Something differs from the record. */
  readonly isChanged: boolean
  /** Puts the record's values back. */
  readonly undo: () => void
}

/**
 * The form of a record that others edit too. What travels is what was changed here. Where somebody was faster (9109), the
 * fields that were not touched take his values, the touched ones keep what was typed, and the next press puts that onto the
 * record as it is now. While nothing is typed, the form follows the record.
 */
export function useRecordForm<R extends Dated, V extends Record<string, unknown>>(
  input: RecordFormInput<R, V>,
): RecordForm<V> {
  const { record, valuesOf, schema, lengths, formats, across } = input
  const beginning = (from: R): { readonly values: V; readonly updated: string | null } => ({
    values: valuesOf(from),
    updated: from.updated ?? null,
  })
  const [start, setStart] = useState(() => beginning(record))
  const bodyOf = (values: V): object => {
    // A number that nobody touched is not sent anew for how it is written.
    const changes = changesOf(tidyPhones(start.values), tidyPhones(values))
    return input.toBody?.(changes, values) ?? changes
  }
  const api = useApiForm<V>({
    initialValues: start.values,
    schema,
    toBody: bodyOf,
    ...(lengths === undefined ? {} : { lengths }),
    ...(formats === undefined ? {} : { formats }),
    ...(across === undefined ? {} : { across }),
    confirm: input.confirm,
    onSubmit: async (values) => {
      try {
        const saved = beginning(await input.save(bodyOf(values), start.updated))
        setStart(saved)
        // What was typed while it was under way has not been sent: it stays, for the next press.
        api.form.begin((typed) => ({ ...saved.values, ...changesOf(values, tidyPhones(typed)) }))
      } catch (error) {
        if (isApiError(error, 9109)) {
          const fresh = beginning(await input.reread())
          api.form.begin((typed) => ({ ...fresh.values, ...changesOf(start.values, typed) }))
          setStart(fresh)
        }
        throw error
      }
    },
  })
  const isChanged = Object.keys(changesOf(start.values, api.form.values)).length > 0
  if ((record.updated ?? null) !== start.updated && !api.isBusy) {
    const fresh = beginning(record)
    if (!isChanged) {
      setStart(fresh)
      api.form.begin(fresh.values)
      // Something was typed, and what is new in the record is none of this form's: another section of the same page was saved.
    } else if (Object.keys(changesOf(start.values, fresh.values)).length === 0) setStart(fresh)
  }
  return { ...api, isChanged, undo: () => api.form.begin(start.values) }
}

function changesOf<V extends Record<string, unknown>>(start: V, values: V): Partial<V> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isSame(value, start[name])),
  ) as Partial<V>
}

/** Lists (equipment, hours) are compared by what is in them. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))
}
