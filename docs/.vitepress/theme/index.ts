import type { Theme } from 'vitepress'
import theme from 'vitepress/theme-without-fonts'
import LiveSession from './LiveSession.vue'
import './style.css'

export default {
  extends: theme,
  enhanceApp({ app }) {
    app.component('LiveSession', LiveSession)
  },
} satisfies Theme
