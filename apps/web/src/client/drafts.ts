/**
 * Work that is not saved yet, kept in this browser until it is: larger than what localStorage holds. Each entry belongs to one
 * person and goes when he signs out; one whose session has only run out finds it again.
 */
const store = 'drafts'

async function open(): Promise<IDBDatabase> {
  return await new Promise((resolve, reject) => {
    const asked = indexedDB.open('stowage', 1)
    asked.addEventListener('upgradeneeded', () => asked.result.createObjectStore(store))
    asked.addEventListener('success', () => resolve(asked.result))
    asked.addEventListener('error', () => reject(asked.error ?? new Error('no storage')))
    asked.addEventListener('blocked', () => reject(new Error('the storage is in use')))
  })
}

/** A browser without a storage, or with a full one, keeps no drafts; everything else works. */
async function within<Result>(
  mode: IDBTransactionMode,
  run: (entries: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  try {
    const db = await open()
    try {
      return await new Promise((resolve, reject) => {
        const work = db.transaction(store, mode)
        const asked = run(work.objectStore(store))
        work.addEventListener('complete', () => resolve(asked.result))
        work.addEventListener('error', () => reject(work.error ?? new Error('not kept')))
        work.addEventListener('abort', () => reject(work.error ?? new Error('not kept')))
      })
    } finally {
      db.close()
    }
  } catch {
    return undefined
  }
}

const keyOf = (person: string, name: string): string => `${person}/${name}`

/** @param person account id @param value anything that can be copied */
export async function keepDraft(person: string, name: string, value: unknown): Promise<void> {
  await within('readwrite', (entries) => entries.put(value, keyOf(person, name)))
}

/** As it was kept; whoever reads it checks its shape. Undefined where nothing is. */
export async function keptDraft(person: string, name: string): Promise<unknown> {
  return await within<unknown>('readonly', (entries) => entries.get(keyOf(person, name)))
}

export async function dropDraft(person: string, name: string): Promise<void> {
  await within('readwrite', (entries) => entries.delete(keyOf(person, name)))
}

/** Everything that is kept of one person. */
export async function forgetDrafts(person: string): Promise<void> {
  await within('readwrite', (entries) => entries.delete(IDBKeyRange.bound(`${person}/`, `${person}/\uffff`)))
}
