import { chosenOf, usePlan, usePlanStore } from '../use-plan.ts'
import { exchanged } from './bind-box.ts'
import { BoxField } from './box-field.tsx'
import { useBoxesOfPlan } from './boxes-context.tsx'

/** Which box the one chosen object stands for. */
export function BoxOfChosen() {
  const store = usePlanStore()
  const [objects, selected] = [usePlan((state) => state.objects), usePlan((state) => state.selected)]
  const { check } = useBoxesOfPlan()
  const [object, ...more] = chosenOf({ objects, selected })
  if (object === undefined || more.length > 0) return null
  return (
    <BoxField
      object={object}
      onChange={(box) => store.commit(exchanged(store.get().objects, object.uuid, box, check.bound))}
    />
  )
}
