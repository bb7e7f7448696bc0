/** Floor plans for screens: the plan one chooses on, the small one on cards, and what their colours mean. */
export { FloorPlan, type FloorPlanProps } from './floor-plan.tsx'
export { MiniPlan, type MiniPlanBox } from './mini-plan.tsx'
export { PlanLegend } from './plan-legend.tsx'
export { boxState, isSelectable, type Audience, type BoxState, type PlanBox } from './box-state.ts'
export { wayTo, type Point } from './way.ts'
