import { useEffect } from 'react'
import { useUser } from '../../../../client/index.ts'
import { firstMap, type OpenMaps } from '../model/open-maps.ts'
import { draftOf } from './use-draft.ts'

/**
 * What was drawn before the stock had a map, and not saved: once somebody else has made one, no map asks for it. It stands among
 * the tabs as it was left.
 */
export function useFirstDraft(open: OpenMaps, stockId: string, hasMaps: boolean): void {
  const person = useUser()?.id
  useEffect(() => {
    if (person === undefined || !hasMaps) return
    let isOver = false
    const look = async (): Promise<void> => {
      const draft = await draftOf(person, stockId, firstMap)
      if (isOver || draft === null || open.find(firstMap) !== undefined) return
      open.begin(firstMap, { objects: draft.saved, version: 0 }).commit(draft.objects)
    }
    void look()
    return () => {
      isOver = true
    }
  }, [person, open, stockId, hasMaps])
}
