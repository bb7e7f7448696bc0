import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { importBankStatement, previewBankStatement, type CsvForm } from '@stowage/api/bank'
import { answeredOnce, call } from '../../../client/index.ts'
import { mostBytes, readBase64 } from '../../../ui/index.ts'
import type { ImportResult, Preview } from './bank.ts'

interface Picked {
  readonly name: string
  readonly type: string
  readonly base64: string
}

/** A file of the bank on its way: picked, looked at, and taken in once it is understood. */
export function useUpload() {
  const t = useTranslations('bank.upload')
  const client = useQueryClient()
  const [file, setFile] = useState<Picked | null>(null)
  const [sellerId, setSellerId] = useState<string | null>(null)
  const [form, setForm] = useState<CsvForm | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [part, setPart] = useState(0)
  const sending = useRef<AbortController | null>(null)
  // Who leaves the page does not send on behind it.
  useEffect(() => () => sending.current?.abort(), [])
  const looked = useMutation({
    meta: { silent: true, quiet: true },
    mutationFn: async (given: {
      file: Picked
      sellerId: string | null
      form: CsvForm | null
    }): Promise<Preview> => {
      setPart(0)
      sending.current?.abort()
      const { signal } = (sending.current = new AbortController())
      return await call(previewBankStatement, { body: bodyOf(given) }, { signal, onProgress: setPart })
    },
    onSuccess: (preview) => setForm((preview.form ?? null) as CsvForm | null),
  })
  const taken = useMutation({
    meta: { silent: true },
    mutationFn: async (): Promise<ImportResult> => {
      if (file === null) throw new Error('no file')
      const body = bodyOf({ file, sellerId, form })
      return await answeredOnce(['bank import', body], async (idempotencyKey) =>
        call(importBankStatement, { body }, { idempotencyKey }),
      )
    },
    onSettled: async () => await client.invalidateQueries(),
  })
  const look = (change: { file?: Picked; sellerId?: string | null; form?: CsvForm | null }): void => {
    const next = { file, sellerId, form, ...change }
    if (change.sellerId !== undefined) setSellerId(change.sellerId)
    if (change.form !== undefined) setForm(change.form)
    taken.reset()
    if (next.file !== null) looked.mutate({ ...next, file: next.file })
  }
  return {
    file,
    sellerId,
    form,
    refusal,
    /** Sent so far, 0 to 1. */
    part,
    looked,
    taken,
    pick: async (picked: File | undefined): Promise<void> => {
      if (picked === undefined) return
      setRefusal(null)
      if (picked.size > mostBytes) return setRefusal(t('tooLarge'))
      try {
        const read = { name: picked.name, type: picked.type.slice(0, 100), base64: await readBase64(picked) }
        setFile(read)
        // How another file was read says nothing of this one; the account's own form comes with the answer.
        look({ file: read, form: null })
      } catch {
        setRefusal(t('unreadable'))
      }
    },
    choose: (seller: string | null): void => look({ sellerId: seller, form: null }),
    change: (changed: CsvForm): void => look({ form: changed }),
    stop: (): void => sending.current?.abort(),
    again(): void {
      setFile(null)
      setForm(null)
      looked.reset()
      taken.reset()
    },
  }
}

const bodyOf = (given: { file: Picked; sellerId: string | null; form: CsvForm | null }) => ({
  fileName: given.file.name.slice(0, 200),
  file: { type: given.file.type, base64: given.file.base64 },
  sellerId: given.sellerId,
  form: given.form,
})
