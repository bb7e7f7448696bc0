import { setUpPayKeeper } from '../testing/paykeeper-rig.ts'
import { describeProcessor } from '../testing/processor-suite.ts'

describeProcessor('PayKeeper', setUpPayKeeper, {
  lacks: [
    'decline reasons',
    'charge keys',
    'forgetting methods',
    'stale messages',
    'messages of declines',
    'test accounts',
  ],
})
