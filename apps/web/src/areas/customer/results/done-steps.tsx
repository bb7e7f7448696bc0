import { Steps } from '../book/steps.tsx'
import { HeaderCenter } from '../shell/index.ts'

/** All three steps of the booking, done, where they stood before. */
export function DoneSteps() {
  return (
    <HeaderCenter>
      <Steps at={3} />
    </HeaderCenter>
  )
}
