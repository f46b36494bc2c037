import type { Theme } from 'vitepress'
import theme from 'vitepress/theme-without-fonts'
import { openSharedState } from '../live/shared-state.ts'
import LiveSession from './LiveSession.vue'
import './style.css'

export default {
  extends: theme,
  enhanceApp({ app }) {
    app.component('LiveSession', LiveSession)
    if (typeof location !== 'undefined') openSharedState()
  },
} satisfies Theme
