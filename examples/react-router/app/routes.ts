import { route } from '@react-router/dev/routes'

export default [route(':language', 'events.tsx')]
