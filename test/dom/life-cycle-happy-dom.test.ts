// @vitest-environment happy-dom
import { describeLifeCycle } from '../transports/life-cycle.ts'

describeLifeCycle()
