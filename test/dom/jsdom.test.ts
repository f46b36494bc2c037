// @vitest-environment jsdom
import { describeBrowserLike } from './browser-like.ts'

describeBrowserLike('jsdom')
