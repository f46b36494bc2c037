import { reactRouter } from '@react-router/dev/vite'
import { calmock } from 'calmock/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [calmock({ sites: ['en', 'de'] }), reactRouter()] })
