// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
import { describeLifeCycle } from '../transports/life-cycle.ts'

describeLifeCycle()
