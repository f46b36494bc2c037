// @vitest-environment jsdom
import { describeLifeCycle } from '../transports/life-cycle.ts'

describeLifeCycle()
