const KEY = /^[a-z0-9-]+\/[A-Za-z0-9._-]+$/

/** Keys are made by us; whatever else comes names no place. @throws for a key that is none */
export function checkKey(key: string): string {
  if (!isFileKey(key)) throw new Error('not a file key of ours')
  return key
}

export const isFileKey = (key: string): boolean => KEY.test(key) && !key.includes('..')
