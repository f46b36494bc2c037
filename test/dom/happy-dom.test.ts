// @vitest-environment happy-dom
import { describeBrowserLike } from './browser-like.ts'

describeBrowserLike('happy-dom')
