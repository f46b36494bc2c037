import { app } from './app.mjs'

app.listen(3000)
