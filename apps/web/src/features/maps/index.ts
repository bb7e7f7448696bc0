/** Floor plans for screens: the plan one chooses on, the small one on cards, and what their colours mean. */
export { FloorPlan } from './floor-plan.tsx'
export { MiniPlan } from './mini-plan.tsx'
