import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [index('home.tsx'), route('events', 'events.route.ts')] satisfies RouteConfig
