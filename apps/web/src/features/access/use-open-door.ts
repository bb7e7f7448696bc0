import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { boxHistory, myBoxes, openBox, openEquipment, openOwnBox } from '@stowage/api/access'
import { call, isApiError, keyOf, randomId } from '../../client/index.ts'
import { confirm, toast, useErrorText } from '../../ui/index.ts'
import { useBusinessNow } from '../catalog/index.ts'
import { applyLockChange } from './use-lock-updates.ts'

interface Place {
  readonly name: string
  readonly address: string
}

/** One repetition when the line broke; the same key makes it the same command, so a door gets no second pulse. */
async function twiceAtMost<T>(send: (key: string) => Promise<T>): Promise<T> {
  const key = randomId()
  try {
    return await send(key)
  } catch (error) {
    if (!isApiError(error) || !error.isNetwork) throw error
    return await send(key)
  }
}

export interface Opening {
  /** Asks once, naming box and stock, then opens. */
  readonly ask: (box: { readonly id: string; readonly unitNumber: string }, stock: Place) => Promise<void>
  readonly busyId: string | null
  /** What the last try was told, to be said at its box. */
  readonly failure: { readonly id: string; readonly text: string } | null
  /** The box opened, but its payment is due. */
  readonly warnedId: string | null
}

/**
 * Opens boxes. What the server says to a refusal is said in place, at the box; the state is read anew, since it is not what
 * was shown.
 * @param own a tenant's own box; otherwise the superUser's call
 */
export function useOpenBox(own: boolean): Opening {
  const t = useTranslations('mybox')
  const client = useQueryClient()
  const errorText = useErrorText()
  const now = useBusinessNow()
  const { mutate, isPending, error, variables, data } = useMutation({
    mutationFn: async (id: string) =>
      await twiceAtMost(
        async (idempotencyKey) =>
          await call(own ? openOwnBox : openBox, { params: { id } }, { idempotencyKey }),
      ),
    meta: { silent: true },
    onSuccess: (_answer, boxId) =>
      applyLockChange(client, { boxId, lockStatus: 'opened', at: new Date(now()).toISOString() }),
    onError: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: keyOf(myBoxes) }),
        client.invalidateQueries({ queryKey: keyOf(boxHistory) }),
      ])
    },
  })
  const ask = async (
    { id, unitNumber }: { readonly id: string; readonly unitNumber: string },
    stock: Place,
  ): Promise<void> => {
    if (isPending) return
    const yes = await confirm({
      title: t('confirm.boxTitle', { box: unitNumber }),
      text: t('confirm.boxText', { stock: stock.name, address: stock.address }),
      yes: t('confirm.open'),
    })
    if (yes) mutate(id)
  }
  return {
    ask,
    busyId: isPending ? variables : null,
    failure:
      error === null || variables === undefined ? null : { id: variables, text: errorText(error).text },
    warnedId: data?.warning === undefined ? null : (variables ?? null),
  }
}

/** Opens gates and doors of a stock, each after a question. */
export function useOpenEquipment(stock: Place & { readonly id: string }) {
  const t = useTranslations('mybox')
  const errorText = useErrorText()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async ({ id }: { readonly id: string; readonly name: string }) =>
      await twiceAtMost(
        async (idempotencyKey) =>
          await call(
            openEquipment,
            { params: { id: stock.id }, body: { locationId: id } },
            { idempotencyKey },
          ),
      ),
    meta: { silent: true },
    onSuccess: (_answer, { name }) => toast({ text: t('opened.doorOpened', { door: name }) }),
  })
  const ask = async (door: { readonly id: string; readonly name: string }): Promise<void> => {
    if (isPending) return
    const yes = await confirm({
      title: t('confirm.doorTitle', { door: door.name }),
      text: t('confirm.doorText', { stock: stock.name, address: stock.address }),
      yes: t('confirm.open'),
    })
    if (yes) mutate({ id: door.id, name: door.name })
  }
  return {
    ask,
    busyId: isPending ? variables.id : null,
    failure: error === null ? null : errorText(error).text,
  }
}
