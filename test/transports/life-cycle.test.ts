import { describeLifeCycle } from './life-cycle.ts'

describeLifeCycle()
