import { useCallback, useState, type ChangeEvent, type ReactNode } from 'react'
import { firstCharacters } from '@stowage/domain/characters'

/** The names of the values of a kind. */
type NamesOf<V, T> = { [K in keyof V & string]: V[K] extends T ? K : never }[keyof V & string]
type FieldErrors = Readonly<Record<string, string | undefined>>

interface Shown {
  readonly error: ReactNode
  readonly onBlur: () => void
}

export interface Fields<V> {
  readonly values: V
  readonly errors: FieldErrors
  /** For inputs and native selects; with `max` no more is taken than so many characters, counted as people see them. */
  readonly text: (
    name: NamesOf<V, string>,
    max?: number,
  ) => Shown & {
    readonly value: string
    readonly onChange: (
      event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>,
    ) => void
  }
  /** For checkboxes and switches. */
  readonly tick: (name: NamesOf<V, boolean>) => {
    readonly checked: boolean
    readonly error: ReactNode
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  }
  /** For what hands its value over: segmented controls, selects, date pickers. */
  readonly pick: <K extends keyof V & string>(
    name: K,
  ) => Shown & { readonly value: V[K]; readonly onChange: (value: V[K]) => void }
  readonly set: <K extends keyof V & string>(name: K, value: V[K]) => void
  readonly setErrors: (errors: FieldErrors) => void
  /** The form begins anew with these, as if nothing had been typed; a function makes them of what is typed by then. */
  readonly begin: (values: V | ((typed: V) => V)) => void
}

/**
 * Values and errors of a form. A field is checked when it is left with something in it; its error goes as soon as it is
 * changed. (A form library would be 8 kB of the first page for these few lines.)
 */
export function useFields<V extends Record<string, unknown>>(
  first: V,
  check: (values: V) => FieldErrors,
  onTouch: () => void,
): Fields<V> {
  const [values, setValues] = useState(first)
  const [errors, setErrors] = useState<FieldErrors>({})
  const set = useCallback(
    <K extends keyof V & string>(name: K, value: V[K]): void => {
      onTouch()
      setValues((known) => ({ ...known, [name]: value }))
      setErrors((known) => without(known, name))
    },
    [onTouch],
  )
  const left = (name: string): void => {
    if (values[name] === '' || values[name] === null) return
    const error = check(values)[name]
    setErrors((known) => ({ ...known, [name]: error }))
  }
  return {
    values,
    errors,
    set,
    setErrors,
    begin: (fresh) => {
      setValues(fresh)
      setErrors({})
    },
    text: (name, max = Infinity) => ({
      value: values[name] as string,
      error: errors[name],
      onChange: (event) => set(name, firstCharacters(event.currentTarget.value, max) as V[typeof name]),
      onBlur: () => left(name),
    }),
    tick: (name) => ({
      checked: values[name] as boolean,
      error: errors[name],
      onChange: (event) => set(name, event.currentTarget.checked as V[typeof name]),
    }),
    pick: (name) => ({
      value: values[name],
      error: errors[name],
      onChange: (value) => set(name, value),
      onBlur: () => left(name),
    }),
  }
}

/** A field's error goes with what was wrong in it: `hours` with `hours.0.to`. */
function without(errors: FieldErrors, name: string): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => field !== name && !field.startsWith(`${name}.`)),
  )
}
