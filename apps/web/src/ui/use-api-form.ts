import { useMutation } from '@tanstack/react-query'
import { useCallback, useRef, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import type * as z from 'zod/mini'
import { isApiError } from '../client/index.ts'
import { useErrorText } from './error-text.ts'
import type { Issue } from './issues.ts'
import { loadCheck, type Check } from './load-check.ts'
import { passwordFault } from './password-fault.ts'
import { tidyPhones } from './tidy-phones.ts'
import { useFields, type Fields } from './use-fields.ts'

interface ApiFormInput<V> {
  readonly initialValues: V
  /** The endpoint's body schema: the same rules here and on the server; messages of its issues are codes (specification 5). */
  readonly schema: z.core.$ZodType
  /** Values in the shape of the schema, where the form holds more or other than the call takes. */
  readonly toBody?: (values: V) => unknown
  /** A rule over several fields, which the schema asks only when each of them alone is right: said with the others. */
  readonly across?: (values: V) => readonly Issue[]
  /** [min, max] of fields, for "between … and … characters". */
  readonly lengths?: Readonly<Partial<Record<string, readonly [number, number]>>>
  /** What a field wants, said where its form is wrong; else a general sentence. */
  readonly formats?: Readonly<Partial<Record<string, string>>>
  /** Asked when all is well and before anything is sent; a no leaves everything as it is. */
  readonly confirm?: ((values: V) => Promise<boolean>) | undefined
  readonly onSubmit: (values: V) => Promise<void>
}

export interface ApiForm<V> {
  readonly form: Fields<V>
  /** What is wrong with the whole, said above the button; field errors stand at their fields. */
  readonly problem: string | null
  readonly isBusy: boolean
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
}

/**
 * A form over one call: checked by the call's own schema when a field is left and when it is sent; errors of the server
 * come back to their fields. A second press while the first is under way does nothing.
 */
export function useApiForm<V extends Record<string, unknown>>(input: ApiFormInput<V>): ApiForm<V> {
  const t = useTranslations('form')
  const errorText = useErrorText()
  const [problem, setProblem] = useState<string | null>(null)
  const busy = useRef(false)
  const sent = useRef<HTMLFormElement>(null)
  const known = useRef<Check | null>(null)
  const { schema } = input
  // The rules come with the first key, not with the page: most pages with a form are only looked at.
  const learn = useCallback(() => {
    if (known.current !== null) return
    void loadCheck(schema).then((loaded) => {
      known.current = loaded
    })
  }, [schema])

  const sentence = (code: number, field: string, values: V): string | null => {
    const [min, max] = input.lengths?.[field] ?? []
    const isPassword = /password/i.test(field)
    if (code === 1000 || code === 1002 || code === 1003)
      return t(values[field] === false ? 'tick' : 'required')
    if (code === 1001) return t('email')
    if (code === 1004)
      return min === undefined
        ? t('format')
        : max === undefined || isPassword
          ? t('atLeast', { min })
          : t('length', { min, max })
    if (code === 1005 && field === 'phone') return t('phone')
    if (code === 1005 && isPassword) return t(passwordFault(values[field]))
    if (code === 1005) return input.formats?.[field] ?? t('format')
    return null
  }
  const errorsOf = (values: V, check: Check | null): Record<string, string> => {
    const errors: Record<string, string> = {}
    if (check === null) return errors
    const sent = tidyPhones(values)
    for (const { field, code } of [...check(input.toBody?.(sent) ?? sent), ...(input.across?.(sent) ?? [])])
      if (isOf(values, field)) errors[field] ??= sentence(code, field, values) ?? t('format')
    return errors
  }
  const form = useFields<V>(input.initialValues, (values) => errorsOf(values, known.current), learn)

  const refused = (error: unknown): void => {
    const errors = isApiError(error) ? error.errors : []
    const byField: Record<string, string> = {}
    for (const { code, field, message } of errors)
      if (field !== undefined && isOf(form.values, field))
        byField[field] = sentence(code, field, form.values) ?? message
    flushSync(() => form.setErrors(byField))
    const isAllShown = errors.length > 0 && Object.keys(byField).length === errors.length
    setProblem(isAllShown && firstBad(sent.current) !== null ? null : errorText(error).text)
  }
  // A mutation, so that the full-screen spinner counts it; what goes wrong is said here and in no toast.
  const sending = useMutation({
    mutationFn: input.onSubmit,
    meta: { silent: true },
    onError: refused,
    onSettled: () => {
      busy.current = false
    },
  })
  const checkAndSend = async (target: HTMLFormElement): Promise<void> => {
    const errors = errorsOf(form.values, await loadCheck(schema))
    // At once, so that the first bad field can be found and take the focus.
    flushSync(() => form.setErrors(errors))
    if (Object.keys(errors).length > 0) {
      busy.current = false
      const bad = firstBad(target)
      bad?.focus()
      // What no field shows is said of the whole: a press that does nothing, and says nothing, is the worst of all.
      setProblem(bad === null ? t('whole') : null)
      return
    }
    setProblem(null)
    sent.current = target
    if (input.confirm !== undefined && !(await input.confirm(form.values))) {
      busy.current = false
      return
    }
    sending.mutate(tidyPhones(form.values))
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    event.stopPropagation()
    if (busy.current) return
    busy.current = true
    void checkAndSend(event.currentTarget)
  }
  return { form, problem, isBusy: sending.isPending, onSubmit }
}

/** The first field that shows an error. */
function firstBad(form: HTMLFormElement | null): HTMLElement | null {
  return form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null
}

/** `legalDocuments.0.url` is said at that row of the field `legalDocuments`. */
function isOf(values: Record<string, unknown>, field: string): boolean {
  return (field.split('.')[0] ?? field) in values
}
