// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
import { describeBrowserLike } from './browser-like.ts'

describeBrowserLike('happy-dom')
