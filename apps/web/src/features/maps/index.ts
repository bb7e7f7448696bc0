/** Floor plans for screens: the plan one chooses on, the small one on cards, and what their colours mean. */
export { FloorPlan } from './floor-plan.tsx'
export { FloorTabs } from './floor-tabs.tsx'
export { MiniPlan } from './mini-plan.tsx'
/** For who draws: the same shapes, and where they stand. */
export { PlanDecor } from './plan-decor.tsx'
export { createPlanMover, type PlanMover } from './plan-mover.ts'
export { placeWords } from './place-words.ts'
export { fitView } from './view.ts'
export {
  around,
  boundsOf,
  defaultFill,
  finite,
  isPolygon,
  pathData,
  transformOf,
  type Box2D,
} from './shape.ts'
