import { changed } from '../model/edit.ts'
import { chosenOf, usePlan, usePlanStore } from '../use-plan.ts'
import { BoxField } from './box-field.tsx'

/** Which box the one chosen object stands for. */
export function BoxOfChosen() {
  const store = usePlanStore()
  const [objects, selected] = [usePlan((state) => state.objects), usePlan((state) => state.selected)]
  const [object, ...more] = chosenOf({ objects, selected })
  if (object === undefined || more.length > 0) return null
  return (
    <BoxField
      object={object}
      onChange={(next) => store.commit(changed(store.get().objects, new Set([object.uuid]), () => next))}
    />
  )
}
