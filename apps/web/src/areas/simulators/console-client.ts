import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConsoleRefusal } from '@stowage/api/simulators'
import { toast } from '../../ui/index.ts'

const base = '/simulators/api'

/** What the console refuses, in its own sentence; status 0: it cannot be reached. */
export class ConsoleError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.name = 'ConsoleError'
    this.status = status
  }
}

async function ask(path: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(base + path, init).catch(() => null)
  if (response === null) throw new ConsoleError(0, '')
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new ConsoleError(response.status, (body as ConsoleRefusal | null)?.error ?? '')
  return body
}

const key = (path: string): readonly string[] => ['simulators', path]

/** Something of the console, asked again as long as the page is open. */
export function useConsole<T>(path: string, everyMs: number) {
  return useQuery<T>({
    queryKey: key(path),
    queryFn: async ({ signal }) => (await ask(path, { signal })) as T,
    refetchInterval: everyMs,
    staleTime: 0,
    retry: false,
    meta: { quiet: true },
  })
}

interface Deed {
  readonly path: string
  /** `DELETE` empties; everything else is a POST with a body. */
  readonly body?: object
  /** Said when it is done. */
  readonly said?: string
}

/**
 * Does something at the console, then reads again what it shows.
 * @param failed what is said where the console gave no sentence of its own
 */
export function useDeed(failed: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: async ({ path, body }: Deed) =>
      await ask(
        path,
        body === undefined
          ? { method: 'DELETE' }
          : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
      ),
    onSuccess: (_answer, { said }) => said !== undefined && toast({ text: said }),
    onError: (error) => toast({ tone: 'red', text: error.message === '' ? failed : error.message }),
    onSettled: async () => await client.invalidateQueries({ queryKey: ['simulators'] }),
  })
}
