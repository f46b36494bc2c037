import { followWorlds } from 'calmock/ssr'

followWorlds({ api: 'https://api.example', allowProduction: true })
