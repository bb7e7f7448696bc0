import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { payDocument } from '@stowage/api/billing'
import { bookBox } from '@stowage/api/booking'
import { myBoxes } from '@stowage/api/access'
import type { Answer } from '@stowage/api/endpoint'
import {
  answeredOnce,
  call,
  isApiError,
  keyOf,
  useRefreshUser,
  webAddress,
} from '../../../../client/index.ts'
import type { OfferedMethod } from '../../../../features/billing/index.ts'
import { forgetBooking } from '../../../../features/accounts/index.ts'
import { forgetChoices, noConsent } from '../../../../features/booking/index.ts'
import { useFormat } from '../../../../i18n/index.ts'
import { toast, useBrowserBack, useErrorText } from '../../../../ui/index.ts'
import type { Tab } from '../use-book-search.ts'
import { bookingBody, type Method } from './booking-body.ts'
import type { Wizard } from './wizard.ts'

type Booked = Answer<typeof bookBox>

export interface Problem {
  readonly text: string
  /** 9105: the other reservation is on the home screen. */
  readonly code: number
}

interface How {
  /** A superUser has the money in hand. */
  readonly isPaid: boolean
  /** Which of several online ways; null: there is nothing to choose. */
  readonly online: OfferedMethod | null
}

/**
 * The deed: the booking call, the payment call, then away (specification 4). Both go under a key that stays until they are
 * answered, so a second press, a lost line or a reload in between books and pays once.
 * @param lead shows another tab with a sentence
 */
export function useSubmit(wizard: Wizard, lead: (tab: Tab, text: string) => void) {
  const t = useTranslations('booking.submit')
  const client = useQueryClient()
  const navigate = useNavigate()
  const errorText = useErrorText()
  const refreshUser = useRefreshUser()
  const format = useFormat()
  const busy = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)

  const release = useCallback((): void => {
    busy.current = false
    setBusy(false)
  }, [])
  // Back from the processor by the browser's own button: the page comes out of its cache as it was left, busy.
  useBrowserBack(release)

  const done = async (booked: Booked, payment: Answer<typeof payDocument> | null): Promise<boolean> => {
    const page = webAddress(payment?.redirectionUrl)
    if (page !== null) {
      // What was chosen stays until the payment is through: a failed one leads back here.
      location.assign(page)
      return true
    }
    forgetBooking()
    forgetChoices()
    // A box less is free and a contract more is there, whichever page comes next.
    await client.invalidateQueries({ refetchType: 'none' })
    if (wizard.booker === 'superUser') {
      toast({ text: t('bookedFor', { number: wizard.box.unitNumber }) })
      await navigate({ to: '/' })
    } else {
      await navigate({
        to: '/booking-success',
        search: booked.kind === 'contract' ? { contractId: booked.id } : { reservationId: booked.id },
      })
    }
    return true
  }

  const explain = async (error: unknown): Promise<void> => {
    const { text } = errorText(error)
    if (!isApiError(error)) return setProblem({ text, code: 1 })
    const fields = error.errors.map(({ field }) => field)
    if (error.has(6001)) return wizard.onTaken()
    if (error.has(9109)) return await changed(error.errors.find(({ code }) => code === 9109)?.present)
    if (error.has(6014) || fields.includes('isAdult') || fields.includes('signature.nameTyped'))
      return lead('documents', text)
    if (error.has(7001)) {
      await refreshUser()
      return lead('documents', text)
    }
    if (error.has(9121)) {
      await wizard.refetch()
      return lead('terms', text)
    }
    if (
      fields.some(
        (field) =>
          field === 'arrivalDate' ||
          field === 'contractDuration' ||
          field === 'invoicingPeriod' ||
          field === 'tariffId' ||
          field === 'valueOfGoods',
      )
    )
      return lead('terms', text)
    setProblem({ text: error.isNetwork ? t('lost') : text, code: error.code })
  }

  /** Price or lease is another one by now: it is shown, and asked for anew. */
  const changed = async (present: unknown): Promise<void> => {
    if (typeof present === 'object' && present !== null && 'textHash' in present) {
      wizard.change({ agreed: { ...noConsent, name: wizard.choices.agreed.name } })
      await wizard.lease.refetch()
      return lead('documents', t('leaseChanged'))
    }
    const before = wizard.quote
    const after = (await wizard.refetch()).data
    const price = (amount: number | undefined): string =>
      format.money({ amount: amount ?? 0, currency: wizard.stock.currency })
    const text = t('priceChanged', { from: price(before?.total), to: price(after?.total) })
    // The lease says the price: consent to the old one does not carry over.
    const lease = (await wizard.lease.refetch()).data
    const { agreed } = wizard.choices
    if (wizard.booker !== 'client' || lease?.textHash === agreed.textHash)
      return setProblem({ text, code: 9109 })
    wizard.change({ agreed: { ...noConsent, name: agreed.name } })
    lead('documents', text)
  }

  const pay = async (
    booked: Booked,
    method: Method,
    { isPaid, online }: How,
  ): Promise<Answer<typeof payDocument> | null> => {
    const { documentId } = booked
    if (documentId === undefined || method === 'none' || (method === 'manual' && !isPaid)) return null
    const body =
      method === 'paykeeper' && online !== null
        ? { documentId, processor: online.processor, method: online.method }
        : { documentId, processor: method }
    return await answeredOnce(
      ['pay', body],
      async (idempotencyKey) => await call(payDocument, { body }, { idempotencyKey }),
    )
  }

  const submit = async (method: Method, how: How): Promise<void> => {
    if (busy.current) return
    busy.current = true
    setBusy(true)
    setProblem(null)
    let booked: Booked | undefined
    let isGone = false
    try {
      const body = bookingBody(wizard, method)
      booked = await answeredOnce(
        ['book', wizard.user?.id, body],
        async (idempotencyKey) => await call(bookBox, { body }, { idempotencyKey }),
      )
      isGone = await done(booked, await pay(booked, method, how))
    } catch (error) {
      // Booked, but not on the way to pay: the box is held, and the drawer goes on from there.
      if (booked !== undefined) {
        toast({ tone: 'amber', ms: 9000, text: t('bookedNotPaid') })
        await client.invalidateQueries({ queryKey: keyOf(myBoxes) })
      } else await explain(error)
    } finally {
      // Whoever is on the way out must not press again.
      if (!isGone) release()
    }
  }
  return { submit, isBusy, problem }
}
